import type { LawPlan } from '../laws/plane-plan.ts';
import { depositPlane } from '../laws/results.ts';
import { decay } from '../math/exponential.ts';
import { sharesOf } from '../scenario/field-shares.ts';
import type { Scenario } from '../scenario/schema.ts';

/** The grid of a scalar field. The grid covers the bounds of the world. `origin` and `inverse` hold f32 numbers. */
export interface ScalarGrid {
  readonly name: string;
  /** The number of cells along x, y and z. In two dimensions there is 1 cell along z. */
  readonly cells: readonly [number, number, number];
  /** The corner of the grid with the lowest coordinates (m). */
  readonly origin: readonly [number, number, number];
  /** The number of cells per meter, along x, y and z. */
  readonly inverse: readonly [number, number, number];
  /**
   * Whether values that diffuse out at one border of the grid come in at the opposite border. If not, the borders are
   * walls.
   */
  readonly wraps: boolean;
}

/**
 * A scalar field in the form that kernels need. Its values are in the row `scalar` of the state; neighbors along x are
 * adjacent.
 */
export interface ScalarPlan extends ScalarGrid {
  readonly count: number;
  /** Index of the field's first value in the row `scalar`. */
  readonly first: number;
  readonly min: number;
  readonly max: number;
  /** The factor by which decay multiplies a value in each tick. */
  readonly keep: number;
  /**
   * A fraction for each axis. In each tick, two cells that are adjacent along this axis exchange this fraction of the
   * difference between their values.
   */
  readonly share: readonly [number, number, number];
  /** The size of a bucket: 2^bucketBits consecutive cells. Deposits are sorted by bucket. */
  readonly bucketBits: number;
  readonly buckets: number;
  /** Index of the field's first bucket among the buckets of all fields. */
  readonly firstBucket: number;
  /** Index of the field's plane in the rows of deposits; -1 if no law deposits into the field. */
  readonly deposit: number;
}

const fround = Math.fround;

/**
 * A field has at most about 2^MAX_BUCKET_BITS buckets. The number is limited because each worker has its own count for
 * every bucket.
 */
const MAX_BUCKET_BITS = 10;
/** A bucket has at least 2^MIN_CELL_BITS cells, so that it consists of whole cache lines. */
const MIN_CELL_BITS = 6;

/** The grids of the scalar fields of a scenario. */
export function scalarGridsOf({ fields = [], bounds }: Scenario): readonly ScalarGrid[] {
  if (bounds.type === 'open') return [];
  return fields.map(({ name, cells }) => {
    const [nx, ny, nz = 1] = cells;
    const origin = bounds.min.map(fround) as [number, number, number];
    const inverseOf = (count: number, axis: number): number =>
      fround(count / (bounds.max[axis] - bounds.min[axis]));
    return {
      name,
      cells: [nx, ny, nz],
      origin,
      inverse: [inverseOf(nx, 0), inverseOf(ny, 1), cells.length === 3 ? inverseOf(nz, 2) : 0],
      wraps: bounds.type === 'wrap',
    };
  });
}

/** The scalar fields of a scenario, in the order in which they are in memory. */
export function scalarPlansOf(scenario: Scenario, laws: readonly LawPlan[]): readonly ScalarPlan[] {
  const written = new Set(laws.flatMap(({ law }) => law.planes ?? []));
  let first = 0;
  let firstBucket = 0;
  let deposit = 0;
  return scalarGridsOf(scenario).map((grid, index): ScalarPlan => {
    const { decay: rate, min, max } = scenario.fields![index];
    const count = grid.cells[0] * grid.cells[1] * grid.cells[2];
    const cellBits = Math.max(MIN_CELL_BITS, bitsFor(count) - MAX_BUCKET_BITS);
    const buckets = Math.ceil(count / (1 << cellBits));
    const plan = {
      ...grid,
      count,
      first,
      min: fround(min),
      max: fround(max),
      keep: fround(decay(rate * scenario.dt)),
      share: sharesOf(scenario, index),
      bucketBits: cellBits,
      buckets,
      firstBucket,
      deposit: written.has(depositPlane(grid.name)) ? deposit++ : -1,
    };
    first += Math.ceil(count / 16) * 16;
    firstBucket += buckets;
    return plan;
  });
}

/** The number of bits that are needed for the index of one of `count` cells. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(Math.max(1, count - 1));
}

/** The number of buckets of all fields together. */
export function bucketsOf(scalars: readonly ScalarPlan[]): number {
  const last = scalars.at(-1);
  return last === undefined ? 0 : last.firstBucket + last.buckets;
}

/** The number of words for the bucket counts of one slice, rounded up to whole cache lines. */
export function bucketStride(scalars: readonly ScalarPlan[]): number {
  return Math.ceil(bucketsOf(scalars) / 16) * 16;
}

/** The number of fields that agents deposit into. */
export function depositsOf(scalars: readonly ScalarPlan[]): number {
  return scalars.filter(({ deposit }) => deposit >= 0).length;
}

/** The number of elements in the state's row named `scalar`. */
export function scalarCells(scalars: readonly ScalarPlan[]): number {
  const last = scalars.at(-1);
  return last === undefined ? 0 : last.first + Math.ceil(last.count / 16) * 16;
}
