import { WORD } from '../world/layout.ts';
import { depositColumns, NO_CELL } from '../world/scalar-fields.ts';
import { bucketStride, type ScalarPlan } from '../world/scalar-plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Kernel } from './kernel.ts';

const fround = Math.fround;

/**
 * How deposits into scalar fields are summed. A bucket is a range of cells of a field. First, the deposits are sorted
 * by bucket. The sort is stable, like the sort of agents by cell. Then one worker sums each bucket, agent by agent, in
 * the stored order of the agents. This order does not depend on the slices.
 *
 * Atomic additions of whole numbers would need neither order nor sorting. But each value would be rounded to a multiple
 * of a unit, which the scenario would have to specify. Also, a sum that leaves the range would wrap around.
 */

/**
 * Finds the cells into which the agents in places [begin, end) deposit. Counts the deposits into each bucket. The
 * places are a whole slice. Agents that are quarantined in this step deposit nothing.
 *
 * reads front.position (m), staged status and `deposit` of the slice; writes `depositCell` and `depositCount` of the
 * slice
 */
export const listDeposits: Kernel = (world, begin, end, worker) => {
  const { plan, scratch } = world;
  const { stagedStatus, depositCount } = scratch;
  const { x, y, z } = world.front.position;
  const own = worker * bucketStride(plan.scalars);
  const columns = depositColumns(world);
  for (const field of plan.scalars) {
    if (field.deposit < 0) continue;
    const { amount, cell } = columns[field.deposit];
    const [nx, ny, nz] = field.cells;
    const [ox, oy, oz] = field.origin;
    const [ix, iy, iz] = field.inverse;
    const first = own + field.firstBucket;
    depositCount.fill(0, first, first + field.buckets);
    for (let i = begin; i < end; i++) {
      if (amount[i] === 0 || stagedStatus[i] === STATUS.quarantined) {
        cell[i] = NO_CELL;
        continue;
      }
      const column = cellAlong(x[i], ox, ix, nx);
      const row = cellAlong(y[i], oy, iy, ny);
      const level = cellAlong(z[i], oz, iz, nz);
      const at = column + nx * (row + ny * level);
      cell[i] = at;
      depositCount[first + (at >>> field.bucketBits)]++;
    }
  }
};

/** The index of the cell that contains a coordinate (m) along an axis, clamped to the field. */
export function cellAlong(p: number, origin: number, inverse: number, count: number): number {
  const cells = fround(fround(p - origin) * inverse);
  return Math.min(Math.max(cells, 0), count - 1) | 0;
}

/**
 * Sorts the deposits of one slice of agents by bucket. The slice has the places [begin, end). Within a bucket, deposits
 * are in the order of slice and place.
 *
 * reads `depositCell` of the slice and `depositCount` of all slices; writes `depositNext` of the worker, and entries of
 * `depositPlace` that no other worker writes
 */
export const sortDeposits: Kernel = (world, begin, end, worker) => {
  const { plan, scratch } = world;
  const { depositNext } = scratch;
  const own = worker * bucketStride(plan.scalars);
  const columns = depositColumns(world);
  for (const field of plan.scalars) {
    if (field.deposit < 0) continue;
    const { cell, place } = columns[field.deposit];
    const first = own + field.firstBucket;
    nextPlaces(world, field, worker);
    for (let i = begin; i < end; i++) {
      if (cell[i] === NO_CELL) continue;
      place[depositNext[first + (cell[i] >>> field.bucketBits)]++] = i;
    }
  }
};

/**
 * Finds where a worker stores its deposits. For each bucket of a field, writes the index to which the worker's first
 * deposit goes.
 */
export function nextPlaces(
  { plan, scratch, control }: SharedWorld,
  { firstBucket, buckets }: ScalarPlan,
  worker: number,
): void {
  const { depositCount, depositNext } = scratch;
  const stride = bucketStride(plan.scalars);
  const workers = control.word[WORD.workers];
  let next = 0;
  for (let bucket = firstBucket; bucket < firstBucket + buckets; bucket++) {
    for (let slice = 0; slice < workers; slice++) {
      if (slice === worker) depositNext[worker * stride + bucket] = next;
      next += depositCount[slice * stride + bucket];
    }
  }
}

/** The number of deposits into the buckets [begin, end) of all fields. */
export function depositsInto(
  { plan, scratch, control }: SharedWorld,
  begin: number,
  end: number,
): number {
  const stride = bucketStride(plan.scalars);
  const workers = control.word[WORD.workers];
  let count = 0;
  for (let slice = 0; slice < workers; slice++) {
    for (let bucket = begin; bucket < end; bucket++) {
      count += scratch.depositCount[slice * stride + bucket];
    }
  }
  return count;
}

/**
 * Given a range [begin, end) of the buckets of all fields, returns the part that belongs to one field. The result
 * counts buckets from the field's first bucket.
 */
export function ownBuckets(
  { firstBucket, buckets }: ScalarPlan,
  begin: number,
  end: number,
): [first: number, last: number] {
  return [Math.max(begin - firstBucket, 0), Math.min(end - firstBucket, buckets)];
}
