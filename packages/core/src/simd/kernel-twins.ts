import { blockEnd, LANES, stepOf } from '../phases/block.ts';
import { markEndedByLaw } from '../phases/ended.ts';
import { moveExtras, scatterExtras, stageExtras } from '../phases/extras.ts';
import { reachOf } from '../phases/hits.ts';
import type { Kernel } from '../phases/kernel.ts';
import { INTEGRATION, limitsOf } from '../phases/motion-limits.ts';
import { BEND, FULL_TURN, NEARER, watchSpecies } from '../phases/orbits.ts';
import { decideOutcomes, LIFETIME, type MayEnd } from '../phases/outcome.ts';
import { clearForces, rolesPresentIn } from '../phases/steer.ts';
import { createTargetStep, stepTargetInto } from '../phases/target-motion.ts';
import { keepOutOfWalls } from '../phases/walls.ts';
import { avoidAmong, lookOf, rangeOf } from '../steering/avoiding.ts';
import { composeRole } from '../steering/compose.ts';
import { steerInGround, steerOne } from '../steering/index.ts';
import {
  createObstacleList,
  listFew,
  listObstaclesNear,
  type ObstacleList,
  type Surround,
  seek,
} from '../steering/obstacles/near.ts';
import { keepRoutes } from '../steering/paths/keep-routes.ts';
import { RECORD, WORD } from '../world/layout.ts';
import { clearLife } from '../world/life.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { actingRoles, writeRoles } from '../world/roles.ts';
import { clearDeposits } from '../world/scalar-fields.ts';
import { binsOf, cellStride, LIMIT_SCRATCH, OBSTACLE_RECORD, recordsOf } from '../world/sizes.ts';
import { tableOf } from '../world/tables.ts';
import { PARTS, TREE_SCRATCH } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { steerContextBlock } from './context-twin.ts';
import type { Exports } from './exports.ts';
import { fieldTwins } from './field-twin.ts';
import { LawTwin } from './law-twin.ts';
import { NearestTwin } from './nearest-twin.ts';
import { AROUND, writeRecords } from './obstacle-records.ts';
import { hasOrcaTwin, steerOrcaBlock } from './orca-twin.ts';

/** SIMD phases by name. Each replaces the TypeScript phase of the same name, and its results are equal in every bit. */
export type Twins = Partial<Record<string, Kernel>>;

/** The members of a thread's `SharedWorld` that hold SIMD code. This code replaces TypeScript code. */
export type WorldTwins = Pick<SharedWorld, 'twins' | 'nearestTwin'>;

/**
 * Creates the SIMD twins of a world for this thread, but does not install them.
 *
 * @param wasm an instance of the kernels over the world's memory
 * @param lawModule the compiled laws of the world; undefined if there are none
 */
export function twinsOver(
  world: SharedWorld,
  wasm: Exports,
  lawModule: WebAssembly.Module | undefined,
): WorldTwins {
  const nearest = new NearestTwin(wasm, world);
  const laws = lawModule && new LawTwin(wasm, lawModule, world, nearest);
  return {
    twins: phaseTwins(wasm, world, nearest, laws),
    nearestTwin: (_world, tree, i, sight) => nearest.find(tree, i, sight),
  };
}

function phaseTwins(
  wasm: Exports,
  world: SharedWorld,
  nearest: NearestTwin,
  laws: LawTwin | undefined,
): Twins {
  const { plan } = world;
  const stride = cellStride(plan);
  const bins = binsOf(plan);
  const { indexBits } = plan.ids;
  const workersOf = (): number => world.control.word[WORD.workers];
  return {
    ...(plan.scalars.length > 0 && fieldTwins(wasm, world)),
    plantTrees: (_world, begin, end, worker) => plantTrees(wasm, world, begin, end, worker),
    steer: (_world, begin, end, worker) => {
      nearest.open(worker);
      laws?.open(worker);
      const acting = actingRoles(world);
      stageExtras(world, begin, end);
      clearLife(world, begin, end);
      clearDeposits(world, begin, end);
      writeRoles(world, begin, end, acting);
      keepRoutes(world, begin, end);
      for (let first = begin; first < end; ) {
        const next = blockEnd(world, first, end, LANES);
        steerBlock(wasm, world, laws, first, next, worker);
        first = next;
      }
    },
    integrate: (_world, begin, end, worker) => {
      nearest.open(worker);
      integrate(wasm, world, begin, end, worker);
    },
    bin: (_world, begin, end, worker) => {
      wasm.bin(tableOf(world), begin, end, worker, workersOf(), stride, bins, indexBits);
    },
    prefixSum: (_world, begin, end, worker) => {
      const place = wasm.prefixSum(tableOf(world), begin, end, worker, workersOf(), stride);
      if (end === bins) world.back.cellStart[end] = place;
    },
    scatter: (_world, begin, end, worker) => {
      const births = world.frontTick + 1;
      wasm.scatter(tableOf(world), begin, end, worker, stride, births, indexBits);
      scatterExtras(world, begin, end, ({ staged, back }) => {
        const [from, to] = [staged.byteOffset, back.byteOffset];
        wasm.scatterPlane(tableOf(world), begin, end, from, to);
      });
      markEndedByLaw(world, begin, worker);
    },
  };
}

function plantTrees(
  wasm: Exports,
  world: SharedWorld,
  begin: number,
  end: number,
  worker: number,
): void {
  const { plan, scratch } = world;
  const memory = scratch.treeScratch.byteOffset + 4 * TREE_SCRATCH.words * worker;
  plan.trees.forEach((tree, index) => {
    const own = index % PARTS >= begin && index % PARTS < end;
    const [from, to] = tree.parts === PARTS ? [begin, end] : own ? [0, 1] : [0, 0];
    if (from === to) return;
    const { first, count } = plan.species[tree.species];
    const { parts, firstPart, firstTop, firstBlock, firstNode } = tree;
    wasm.cutTree(
      tableOf(world),
      memory,
      first,
      count,
      parts,
      firstPart,
      firstTop,
      firstBlock,
      firstNode,
      from,
      to,
    );
    for (let part = from; part < to; part++) {
      wasm.plantPart(part);
      world.live();
    }
  });
  world.treeTick = world.frontTick;
}

function steerBlock(
  wasm: Exports,
  world: SharedWorld,
  laws: LawTwin | undefined,
  begin: number,
  end: number,
  worker: number,
): void {
  clearForces(world, begin, end);
  const table = tableOf(world);
  const present = rolesPresentIn(world, begin, end);
  for (let role = 0; present >>> role !== 0; role++) {
    if (((present >>> role) & 1) === 0) continue;
    if (laws !== undefined) {
      laws.prepare(role, begin, end);
      world.live();
    }
    composeRole(world, role, begin, end, (behavior) => {
      steerBehavior(wasm, world, laws, behavior, table, worker, begin, end);
      world.live();
    });
  }
}

function steerBehavior(
  wasm: Exports,
  world: SharedWorld,
  laws: LawTwin | undefined,
  behavior: BehaviorPlan,
  table: number,
  worker: number,
  begin: number,
  end: number,
): void {
  const { type } = behavior;
  if (behavior.law >= 0 && laws !== undefined) {
    laws.steer(behavior, begin, end);
    if (world.plan.extras.polygon) steerInGround(world, behavior, begin, end);
    return;
  }
  if (type === 'avoidance') {
    steerAvoidanceBlock(wasm, world, behavior, table, worker, begin, end);
    if (world.plan.extras.polygon) steerInGround(world, behavior, begin, end);
    return;
  }
  if (type === 'orca' && hasOrcaTwin(world.plan)) {
    steerOrcaBlock(wasm, world, behavior, table, worker, begin, end);
    return;
  }
  if (type === 'context') {
    steerContextBlock(wasm, world, behavior, table, worker, begin, end);
    return;
  }
  const step = stepOf(begin, end);
  for (let first = begin; first < end; first += step) {
    if (first > begin) world.live();
    steerOne(world, behavior, first, first + step);
  }
}

const around = createObstacleList();
const near = createObstacleList();

/**
 * Steers with the behavior `avoidance`. Runs TypeScript only for groups of four agents in which at least one agent may
 * have to avoid an obstacle. Usually there is no such group.
 */
function steerAvoidanceBlock(
  wasm: Exports,
  world: SharedWorld,
  behavior: BehaviorPlan,
  table: number,
  worker: number,
  begin: number,
  end: number,
): void {
  const { species, role } = behavior;
  const { lookAhead, clearance } = lookOf(world, behavior);
  const range = rangeOf(world, behavior);
  const avoid = (list: ObstacleList, from: number, to: number): void => {
    if (list.count === 0) return;
    if (list.count > recordsOf(world.plan)) {
      avoidAmong(world, behavior, list, from, to);
      return;
    }
    const records = writeRecords(world, list, worker, clearance, lookAhead);
    for (let first = from; first < to; first += 4) {
      first = wasm.nextToAvoid(table, records, list.count, first, to, role, clearance, lookAhead);
      if (first < to) avoidAmong(world, behavior, list, first, Math.min(first + 4, to));
    }
  };
  if (listFew(around, world)) {
    avoid(around, begin, end);
    return;
  }
  // The records are written later, so their memory is free.
  const found = world.scratch.obstacleScratch.subarray(
    OBSTACLE_RECORD * recordsOf(world.plan) * worker,
  );
  const box: Surround = (_world, _species, from, to, ahead) => {
    wasm.surround(table, from, to, role, found.byteOffset);
    return seek(found[0], found[1], found[2], found[3], found[4], found[5], found[6], ahead);
  };
  listObstaclesNear(around, world, species, begin, end, range, undefined, box);
  if (around.count === 0) return;
  for (let from = begin; from < end; from += AROUND) {
    const to = Math.min(from + AROUND, end);
    listObstaclesNear(near, world, species, from, to, range, around, box);
    avoid(near, from, to);
  }
}

function integrate(
  wasm: Exports,
  world: SharedWorld,
  begin: number,
  end: number,
  worker: number,
): void {
  const table = tableOf(world);
  const unsound = wasm.move(table, begin, end, writeLimits(world, worker));
  keepOutOfWalls(world, begin, end);
  watchOrbitsBySpecies(wasm, world, table, begin, end);
  const mayEnd = unsound === 0 ? mayEndIn(wasm, world, table) : undefined;
  decideOutcomes(world, begin, end, worker, unsound !== 0, mayEnd);
  moveExtras(world, begin, end);
}

/** Writes what limits the motion of each species to the worker's rows. Returns the address of the rows. */
function writeLimits(world: SharedWorld, worker: number): number {
  const { speciesParameters } = world.front;
  const { limit } = world.scratch;
  const first = LIMIT_SCRATCH.words * worker;
  world.plan.species.forEach((_, index) => {
    const of = (slot: number): number => speciesParameters[index * RECORD + slot];
    const { maxForce, maxSpeed, minSpeed } = limitsOf(world, index);
    const inverseMass = Math.fround(1 / of(INTEGRATION.mass));
    const row = [inverseMass, of(INTEGRATION.damping), maxForce, maxSpeed, minSpeed];
    limit.set(row, first + LIMIT_SCRATCH.row * index);
  });
  return limit.byteOffset + 4 * first;
}

const step = createTargetStep();

function watchOrbitsBySpecies(
  wasm: Exports,
  world: SharedWorld,
  table: number,
  begin: number,
  end: number,
): void {
  if (!world.plan.extras.approach) return;
  const { x, y, z } = world.front.targetPosition;
  const [edgeX, edgeY, edgeZ] = world.plan.grid.edge;
  world.plan.species.forEach(({ guidance }, index) => {
    const target = guidance?.target ?? -1;
    if (target < 0 || guidance!.assignable) return;
    const tx = x[target];
    const ty = y[target];
    const tz = z[target];
    stepTargetInto(step, world, target);
    wasm.watchOrbits(
      table,
      begin,
      end,
      index,
      tx,
      ty,
      tz,
      step.x - tx,
      step.y - ty,
      step.z - tz,
      FULL_TURN,
      NEARER,
      BEND,
      edgeX,
      edgeY,
      edgeZ,
    );
  });
  watchAssignable(world, begin, end);
}

/** For species whose agents can be assigned targets, watches the flight of each agent separately. */
function watchAssignable(world: SharedWorld, begin: number, end: number): void {
  const { plan, front } = world;
  if (!plan.extras.assignedTarget) return;
  plan.species.forEach(({ guidance }, index) => {
    if (guidance === undefined || !guidance.assignable) return;
    for (let i = begin; i < end; i++) {
      if (front.species[i] === index) watchSpecies(world, guidance, i, i + 1);
    }
  });
}

type Triple = readonly [x: number, y: number, z: number];
const NOWHERE: Triple = [0, 0, 0];

function mayEndIn(wasm: Exports, world: SharedWorld, table: number): MayEnd {
  const { plan, front, frontTick } = world;
  const { edge } = plan.grid;
  return (index, begin, end) => {
    const { guidance, prey, life, atGround } = plan.species[index];
    // Agents that can be struck, that a law or the ground can end, that aim at agents, or that were assigned a target
    // are checked one by one.
    const aimed = guidance !== undefined && (guidance.target < 0 || guidance.assignable);
    if (prey || life?.ends || aimed || atGround === 'end') return true;
    const lifetime = front.speciesParameters[index * RECORD + LIFETIME];
    // Slightly too many agents are checked, because ages are rounded.
    const ticks = Math.floor((lifetime / plan.dt) * (1 - 1e-6)) - 1;
    const lastBirth = Math.max(frontTick + 1 - ticks, -1);
    const look = (reach: number, at: Triple, goes: Triple): boolean => {
      const full = reach < 0 ? 0 : FULL_TURN;
      return (
        wasm.mayEnd(table, begin, end, index, reach, ...at, ...goes, lastBirth, full, ...edge) !== 0
      );
    };
    const target = guidance?.target;
    if (target === undefined) return look(-1, NOWHERE, NOWHERE);
    const { x, y, z } = front.targetPosition;
    const [tx, ty, tz] = [x[target], y[target], z[target]];
    stepTargetInto(step, world, target);
    const goes: Triple = [step.x - tx, step.y - ty, step.z - tz];
    return look(reachOf(world, index, target), [tx, ty, tz], goes);
  };
}
