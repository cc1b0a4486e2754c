import { depositColumns } from '../world/scalar-fields.ts';
import type { ScalarPlan } from '../world/scalar-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { depositsInto, ownBuckets } from './deposits.ts';
import type { Kernel } from './kernel.ts';

const fround = Math.fround;

/**
 * The magnitude below which values become 0. Without this limit, spreading and decay would soon produce denormal
 * numbers, which are a hundred times slower. The SIMD twin has the same constant.
 */
const LEAST = fround(1e-30);

/**
 * Steps the buckets [begin, end) of the scalar fields. The formula for each cell is
 *
 *   value' = limit((value + sum over axes of share * ((left + right) - 2 * value)) * keep + deposits in stored order)
 *
 * Here `value` is the value of the cell before the step, and value' is its value after the step. `left` and `right` are
 * the values of the two adjacent cells along an axis. Beyond a wall, the value of the cell itself is used. In each
 * tick, two adjacent cells exchange `share` times the difference between their values. `keep` is the factor by which
 * decay multiplies a value in each tick. `limit` sets tiny values to 0, and keeps the value in the range of the field.
 * The deposits are added in stored order.
 *
 * reads front.scalar, and the deposits into these cells; writes these cells of back.scalar
 */
export const stepFields: Kernel = (world, begin, end) => {
  eachFieldIn(world, begin, end, (field, front, back, from, to) => {
    if (isStill(field)) back.set(front.subarray(from, to), from);
    else spread(field, front, back, from, to);
  });
};

/**
 * For each field, steps the cells in the buckets [begin, end). `spreadIn` spreads the values in the cells of one
 * bucket. These are the cells [from, to). `settleIn` then adds the deposits to these cells, and limits the values.
 */
export function eachFieldIn(
  world: SharedWorld,
  begin: number,
  end: number,
  spreadIn: (
    field: ScalarPlan,
    front: Float32Array,
    back: Float32Array,
    from: number,
    to: number,
  ) => void,
  settleIn: (
    field: ScalarPlan,
    back: Float32Array,
    from: number,
    to: number,
    deposits: readonly [first: number, last: number],
  ) => void = (field, back, from, to, deposits) => {
    addDeposits(world, field, back, deposits);
    limit(field, back, from, to);
  },
): void {
  for (const field of world.plan.scalars) {
    const [first, last] = ownBuckets(field, begin, end);
    if (first >= last) continue;
    const front = world.front.fields[field.name].values;
    const back = world.back.fields[field.name].values;
    const { firstBucket, bucketBits, count, deposit } = field;
    if (isStill(field) && deposit < 0) {
      const end = Math.min(last << bucketBits, count);
      back.set(front.subarray(first << bucketBits, end), first << bucketBits);
      continue;
    }
    let next = deposit < 0 ? 0 : depositsInto(world, firstBucket, firstBucket + first);
    for (let bucket = first; bucket < last; bucket++) {
      const from = bucket << bucketBits;
      const to = Math.min((bucket + 1) << bucketBits, count);
      spreadIn(field, front, back, from, to);
      if (deposit < 0) {
        settleIn(field, back, from, to, [0, 0]);
        continue;
      }
      const before = next;
      next += depositsInto(world, firstBucket + bucket, firstBucket + bucket + 1);
      settleIn(field, back, from, to, [before, next]);
    }
  }
}

/** Whether a field neither spreads nor decays, so that only deposits change it. */
export function isStill({ share, keep }: ScalarPlan): boolean {
  return keep === 1 && share.every((value) => value === 0);
}

/** Spreads the values of cells [from, to) to neighboring cells, and lets the values decay. Nothing crosses a wall. */
function spread(
  { cells, wraps, share, keep }: ScalarPlan,
  front: Float32Array,
  back: Float32Array,
  from: number,
  to: number,
): void {
  const [nx, ny, nz] = cells;
  const [sx, sy, sz] = share;
  const level = nx * ny;
  const backward = (at: number, count: number): number => (at > 0 ? -1 : wraps ? count - 1 : 0);
  const forward = (at: number, count: number): number =>
    at < count - 1 ? 1 : wraps ? 1 - count : 0;
  for (let begin = from; begin < to; ) {
    const line = Math.floor(begin / nx);
    const end = Math.min((line + 1) * nx, to);
    const y = line % ny;
    const z = Math.floor(line / ny);
    const [down, up] = [nx * backward(y, ny), nx * forward(y, ny)];
    const [under, over] = [level * backward(z, nz), level * forward(z, nz)];
    for (let at = begin; at < end; at++) {
      const x = at - line * nx;
      const value = front[at];
      const twice = fround(value + value);
      const besideX = fround(front[at + backward(x, nx)] + front[at + forward(x, nx)]);
      let sum = fround(value + fround(sx * fround(besideX - twice)));
      const besideY = fround(front[at + down] + front[at + up]);
      sum = fround(sum + fround(sy * fround(besideY - twice)));
      if (nz > 1) {
        const besideZ = fround(front[at + under] + front[at + over]);
        sum = fround(sum + fround(sz * fround(besideZ - twice)));
      }
      back[at] = fround(sum * keep);
    }
    begin = end;
  }
}

function addDeposits(
  world: SharedWorld,
  { deposit }: ScalarPlan,
  back: Float32Array,
  [first, last]: readonly [number, number],
): void {
  if (first === last) return;
  const { amount, cell, place } = depositColumns(world)[deposit];
  for (let k = first; k < last; k++) {
    const i = place[k];
    back[cell[i]] = fround(back[cell[i]] + amount[i]);
  }
}

function limit({ min, max }: ScalarPlan, back: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const value = back[at];
    const own = Math.abs(value) < LEAST ? 0 : value;
    back[at] = Math.min(Math.max(own, min), max);
  }
}
