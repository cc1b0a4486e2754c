import { STREAM } from '../math/random.ts';
import { stepOf } from '../phases/block.ts';
import { createObstacleList, listObstaclesNear } from '../steering/obstacles/near.ts';
import { addGroundWalls } from '../steering/orca/ground-walls.ts';
import { createHalfSpaces } from '../steering/orca/half-spaces.ts';
import { BODY_RADIUS, type Law, lawOf, PRIORITY } from '../steering/orca/orca-law.ts';
import { obstacleRange, steerOrca } from '../steering/orca/steer-orca.ts';
import type { BehaviorPlan, Plan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { ORCA_OBSTACLES, ORCA_SCRATCH, recordsOf } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import { AROUND, writeRecords } from './obstacle-records.ts';

const around = createObstacleList();
const near = createObstacleList();

/** Whether SIMD can run ORCA in a world. TypeScript handles maps with walls. */
export function hasOrcaTwin({ map }: Plan): boolean {
  return map === undefined;
}

const walls = createHalfSpaces();

/**
 * Steers walkers. Those that can touch walls of their floor in this tick are steered one by one, after the half spaces
 * of their walls were written to `memory`.
 */
function eachBesideWalls(
  world: SharedWorld,
  behavior: BehaviorPlan,
  { body, maxSpeed }: Law,
  from: number,
  to: number,
  memory: number,
  steer: (first: number, last: number, given: number) => void,
): void {
  const { dt } = world.plan;
  const { status } = world.front;
  const { role } = behavior;
  const roles = rolesIn(world);
  const rows = new Float64Array(world.memory.buffer, memory + ORCA_SCRATCH.rows);
  let begin = from;
  for (let i = from; i < to; i++) {
    if (roles[i] !== role || status[i] !== STATUS.alive) continue;
    walls.count = 0;
    addGroundWalls(walls, world, i, body, maxSpeed * dt, 1 / dt);
    if (walls.count === 0) continue;
    steer(begin, i, 0);
    begin = i + 1;
    const { count, x, y, bound } = walls;
    if (count > ORCA_OBSTACLES) {
      steerOrca(world, behavior, i, i + 1);
      continue;
    }
    for (let k = 0; k < count; k++) rows.set([x[k], y[k], 0, bound[k]], 4 * k);
    steer(i, i + 1, count);
  }
  steer(begin, to, 0);
}

/**
 * Steers with the behavior `orca`. In rare cases, the TypeScript kernel steers an agent instead, see assembly/orca.ts.
 */
export function steerOrcaBlock(
  wasm: Exports,
  world: SharedWorld,
  behavior: BehaviorPlan,
  table: number,
  worker: number,
  begin: number,
  end: number,
): void {
  const { plan, scratch } = world;
  const { walks, band } = plan.species[behavior.species];
  const law = lawOf(world, behavior);
  if (law.factor === 0) return;
  const memory = scratch.orcaScratch.byteOffset + ORCA_SCRATCH.bytes * worker;
  wasm.setOrca(
    law.mass,
    law.damping,
    law.body,
    law.maxSpeed,
    law.maxForce,
    law.factor,
    law.margin,
    law.horizon,
    law.obstacleHorizon,
    law.touch,
    law.reciprocal,
    law.priority,
    4 * (PRIORITY - BODY_RADIUS),
    law.radius,
    behavior.mask,
    law.neighbors,
    plan.seed,
    STREAM.orca,
    plan.dt,
    law.headway,
    law.keepRight,
    law.yields ? 1 : 0,
    law.second,
    walks ? 1 : 0,
    band,
  );
  const range = obstacleRange(law);
  listObstaclesNear(around, world, behavior.species, begin, end, range);
  const step = Math.min(stepOf(begin, end), AROUND);
  for (let from = begin; from < end; from += step) {
    if (from > begin) world.live();
    const to = Math.min(from + step, end);
    listObstaclesNear(near, world, behavior.species, from, to, range, around);
    if (near.count > recordsOf(plan)) {
      steerOrca(world, behavior, from, to);
      continue;
    }
    const records = writeRecords(world, near, worker, range.reach, range.time);
    const [farX, farY, farZ] = near.horizon;
    wasm.setOrcaObstacles(records, near.count, farX, farY, farZ);
    const steer = (first: number, last: number, given: number): void => {
      for (let i = first; i < last; i++) {
        i = wasm.steerOrca(table, memory, i, last, behavior.role, 4 * BODY_RADIUS, given);
        if (i < last) steerOrca(world, behavior, i, i + 1);
      }
    };
    if (!walks) steer(from, to, 0);
    else eachBesideWalls(world, behavior, law, from, to, memory, steer);
  }
}
