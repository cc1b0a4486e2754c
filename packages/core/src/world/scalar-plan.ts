import type { LawPlan } from '../laws/plane-plan.ts';
import { depositPlane } from '../laws/results.ts';
import { decay } from '../math/exponential.ts';
import { sharesOf } from '../scenario/field-shares.ts';
import type { Scenario } from '../scenario/schema.ts';

/** How the cells of a scalar field lie over the bounds; its numbers are f32. */
export interface ScalarGrid {
  readonly name: string;
  /** Along x, y and z; 1 along z in the plane. */
  readonly cells: readonly [number, number, number];
  /** The least corner (m). */
  readonly origin: readonly [number, number, number];
  /** Cells per meter. */
  readonly inverse: readonly [number, number, number];
  /** Whether what leaves on one side enters on the other; else the edges are walls. */
  readonly wraps: boolean;
}

/** A scalar field: its values are in the row `scalar` of the state, x running first, then y. */
export interface ScalarPlan extends ScalarGrid {
  readonly count: number;
  /** Where its values begin in the row. */
  readonly first: number;
  readonly min: number;
  readonly max: number;
  /** What decay leaves of a value in a tick. */
  readonly keep: number;
  /** By axis, which share of the difference to a cell beside it a cell takes in a tick. */
  readonly share: readonly [number, number, number];
  /** Deposits are sorted by bucket: so many cells that follow each other, as a power of two. */
  readonly bucketBits: number;
  readonly buckets: number;
  /** Its first bucket among those of all fields. */
  readonly firstBucket: number;
  /** Its plane in the rows of deposits; -1 where no law deposits into it. */
  readonly deposit: number;
}

const fround = Math.fround;

/** About so many buckets a field has at most: each worker counts in all of them. */
const MAX_BUCKET_BITS = 10;
/** A bucket has so many cells at least: whole cache lines. */
const MIN_CELL_BITS = 6;

/** How the fields of a scenario lie. */
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

/** The fields of a scenario, in the order in which they lie in memory. */
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

/** How many bits a number of cells needs. */
function bitsFor(count: number): number {
  return 32 - Math.clz32(Math.max(1, count - 1));
}

/** Buckets of all fields. */
export function bucketsOf(scalars: readonly ScalarPlan[]): number {
  const last = scalars.at(-1);
  return last === undefined ? 0 : last.firstBucket + last.buckets;
}

/** Words from one slice's counts of buckets to the next: whole cache lines. */
export function bucketStride(scalars: readonly ScalarPlan[]): number {
  return Math.ceil(bucketsOf(scalars) / 16) * 16;
}

/** How many fields agents deposit into. */
export function depositsOf(scalars: readonly ScalarPlan[]): number {
  return scalars.filter(({ deposit }) => deposit >= 0).length;
}

/** Elements of the row of values. */
export function scalarCells(scalars: readonly ScalarPlan[]): number {
  const last = scalars.at(-1);
  return last === undefined ? 0 : last.first + Math.ceil(last.count / 16) * 16;
}
