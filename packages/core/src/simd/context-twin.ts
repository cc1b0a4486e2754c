import type { Away } from '../steering/context/crowding.ts';
import { directionsOf } from '../steering/context/directions.ts';
import {
  type ContextBlock,
  isPlain,
  maps,
  openContext,
  rest,
  steerContextAmong,
} from '../steering/context/steer-context.ts';
import { isNearWalls } from '../steering/context/wall-danger.ts';
import { wallsSeenBy } from '../steering/ground-walls.ts';
import { createObstacleList, GROUP, listObstaclesNear } from '../steering/obstacles/near.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { CONTEXT_SCRATCH, layerRow, NEIGHBOR_SCRATCH, PLANE, recordsOf } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import { writeRecords } from './obstacle-records.ts';

const around = createObstacleList();
const near = createObstacleList();

/**
 * Steers with the behavior `context`. SIMD adds the neighbors of all agents, and steers the agents that are not near
 * obstacles or walls. TypeScript steers the others, four at a time.
 */
export function steerContextBlock(
  wasm: Exports,
  world: SharedWorld,
  behavior: BehaviorPlan,
  table: number,
  worker: number,
  begin: number,
  end: number,
): void {
  const { plan } = world;
  const { species, role } = behavior;
  const block = openContext(world, behavior, begin, end);
  const { castRadius, castRange, isHard, range } = block;
  const away = sumAway(wasm, world, block, table, worker, end);
  const plain = away !== undefined && isPlain(world, block);
  const memory = memoryOf(world, worker);
  if (plain) writeMemory(world, block, memory);
  const steer = (from: number, to: number): number =>
    wasm.steerContext(
      table,
      memory.byteOffset,
      begin,
      from,
      to,
      role,
      block.weight,
      block.speed,
      block.separation,
      isHard ? 0 : block.tolerance,
      isHard ? 1 : 0,
      block.isElsewhere ? 1 : 0,
      castRadius,
      castRange,
      directionsOf(plan.species[species].dimensions).lean,
    );
  listObstaclesNear(around, world, species, begin, end, range);
  const step = around.count === 0 ? end - begin : GROUP;
  for (let first = begin; first < end; first += step) {
    const last = Math.min(first + step, end);
    listObstaclesNear(near, world, species, first, last, range, around);
    const { count } = near;
    if (!plain || count > recordsOf(plan)) {
      steerContextAmong(world, block, near, first, last, away);
      continue;
    }
    const records = writeRecords(world, near, worker, range.reach, range.time);
    // Distances to spheres are rounded.
    const reach = range.reach * (1 + 1e-5);
    for (let i = first; i < last; i += 4) {
      const to =
        count === 0 ? last : wasm.nextToAvoid(table, records, count, i, last, role, reach, 0);
      i = steer(i, nextNearWalls(world, block, i, to));
      if (i < last) steerContextAmong(world, block, near, i, Math.min(i + 4, last), away);
    }
  }
}

/** Returns the first place, counted from `from` in steps of four, of four agents with one near a wall of the map. */
function nextNearWalls(
  world: SharedWorld,
  { behavior, castRadius, castRange }: ContextBlock,
  from: number,
  to: number,
): number {
  const { map, species } = world.plan;
  const { walks } = species[behavior.species];
  if (map === undefined && !walks) return to;
  const { status, position } = world.front;
  const reach = castRadius + castRange;
  const roles = rolesIn(world);
  for (let i = from; i < to; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const isNear = walks
      ? wallsSeenBy(world, i, reach).count > 0
      : isNearWalls(world, map!, reach, position.x[i], position.y[i]);
    if (isNear) {
      return i - ((i - from) % 4);
    }
  }
  return to;
}

function memoryOf({ scratch }: SharedWorld, worker: number): Float32Array {
  const words = CONTEXT_SCRATCH.bytes / 4;
  return scratch.contextScratch.subarray(words * worker, words * (worker + 1));
}

/**
 * Sums what leads away from the neighbors of the agents in a block that ends at place `end`. Returns undefined if the
 * neighbors are rare: TypeScript finds them in trees.
 */
function sumAway(
  wasm: Exports,
  world: SharedWorld,
  { behavior: { species, role, mask }, begin, radius }: ContextBlock,
  table: number,
  worker: number,
  end: number,
): Away | undefined {
  const { plan, scratch } = world;
  const { walks, band } = plan.species[species];
  if ((mask & ~plan.rare) === 0) return undefined;
  const memory = memoryOf(world, worker);
  const plane = (at: number): Float32Array => memory.subarray(at / 4, at / 4 + PLANE).fill(0);
  const { awayX, awayY, awayZ } = CONTEXT_SCRATCH;
  const away = { x: plane(awayX), y: plane(awayY), z: plane(awayZ) };
  const lists = scratch.neighborScratch.byteOffset + NEIGHBOR_SCRATCH.bytes * worker;
  plan.grid.layers.forEach(({ species }, layer) => {
    if ((species & mask) === 0) return;
    const row = layerRow(layer);
    wasm.sumAway(table, lists, memory.byteOffset, begin, end, radius, role, row, mask, band);
  });
  // Walkers leave in the plan.
  if (walks) away.z.fill(0);
  return away;
}

/** Writes what SIMD needs of a block and of the directions. */
function writeMemory(
  { plan }: SharedWorld,
  { behavior, goals }: ContextBlock,
  memory: Float32Array,
): void {
  const directions = directionsOf(plan.species[behavior.species].dimensions);
  const lists = {
    linear: maps.linear,
    kept: rest.kept,
    limit: rest.limit,
    ...(goals && { aimX: goals.x, aimY: goals.y, aimZ: goals.z }),
    ...{ slotX: directions.x, slotY: directions.y, slotZ: directions.z },
    ...{ fitX: directions.fitX, fitY: directions.fitY, fitZ: directions.fitZ },
  } as const;
  for (const [name, list] of Object.entries(lists)) {
    memory.set(list, CONTEXT_SCRATCH[name as keyof typeof lists] / 4);
  }
  if (goals === undefined) memory.fill(0, CONTEXT_SCRATCH.aimX / 4, CONTEXT_SCRATCH.slotX / 4);
  const whole = new Int32Array(memory.buffer, memory.byteOffset, memory.length);
  whole.set(directions.next, CONTEXT_SCRATCH.next / 4);
}
