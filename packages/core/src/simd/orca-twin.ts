import { STREAM } from '../math/random.ts';
import { stepOf } from '../phases/block.ts';
import { createObstacleList, listObstaclesNear } from '../steering/obstacles/near.ts';
import { BODY_RADIUS, lawOf } from '../steering/orca/orca-law.ts';
import { obstacleRange, steerOrca } from '../steering/orca/steer-orca.ts';
import type { BehaviorPlan, Plan } from '../world/plan.ts';
import { ORCA_SCRATCH, recordsOf } from '../world/sizes.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';
import { AROUND, writeRecords } from './obstacle-records.ts';

const around = createObstacleList();
const near = createObstacleList();

/** Whether SIMD can run ORCA in a world. TypeScript handles maps and grounds with walls. */
export function hasOrcaTwin({ map, extras }: Plan): boolean {
  return map === undefined && !extras.polygon;
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
    for (let first = from; first < to; first++) {
      first = wasm.steerOrca(table, memory, first, to, behavior.role, 4 * BODY_RADIUS);
      if (first < to) steerOrca(world, behavior, first, first + 1);
    }
  }
}
