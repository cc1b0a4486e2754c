import { randomInto, STREAM, unit } from '../math/random.ts';
import type { Scenario } from '../scenario/schema.ts';
import { f32ListOf } from '../schema/packed-lists.ts';
import { columnOffset } from './column-plan.ts';
import type { Scratch } from './layout.ts';
import type { SharedWorld } from './world.ts';

const fround = Math.fround;

/** The deposits of agents into one scalar field in this step. */
export interface DepositColumns {
  /** For each place, the amount that its agent deposits; 0 for no deposit. */
  readonly amount: Float32Array;
  /** For each place, the cell into which its agent deposits; NO_CELL for no deposit. */
  readonly cell: Uint32Array;
  readonly place: Uint32Array;
}

export const NO_CELL = 0xffffffff;

const depositsOfScratch = new WeakMap<Scratch, readonly DepositColumns[]>();

/** The deposit columns of all fields, indexed by ScalarPlan.deposit. */
export function depositColumns({ plan, scratch }: SharedWorld): readonly DepositColumns[] {
  const known = depositsOfScratch.get(scratch);
  if (known !== undefined) return known;
  const { agents } = plan;
  const columns = plan.scalars
    .filter(({ deposit }) => deposit >= 0)
    .map(({ deposit }): DepositColumns => {
      const at = (row: Float32Array | Uint32Array) =>
        row.byteOffset + columnOffset(deposit, agents);
      const { deposit: amount, depositCell: cell, depositPlace: place } = scratch;
      return {
        amount: new Float32Array(amount.buffer, at(amount), agents),
        cell: new Uint32Array(cell.buffer, at(cell), agents),
        place: new Uint32Array(place.buffer, at(place), agents),
      };
    });
  depositsOfScratch.set(scratch, columns);
  return columns;
}

/** Clears the deposits of the agents in places [begin, end) at the start of a step. */
export function clearDeposits(world: SharedWorld, begin: number, end: number): void {
  if (world.plan.scalars.length === 0) return;
  for (const { amount } of depositColumns(world)) amount.fill(0, begin, end);
}

const bits = new Uint32Array(4);

/** Writes the initial values of the scalar fields of a scenario to the back state. */
export function populateScalars({ plan, back }: SharedWorld, { fields = [] }: Scenario): void {
  plan.scalars.forEach(({ first, count, min, max }, index) => {
    const { initial } = fields[index];
    const values = back.scalar.subarray(first, first + count);
    if (typeof initial === 'number') values.fill(initial);
    else if (Array.isArray(initial) || typeof initial === 'string') values.set(f32ListOf(initial));
    else {
      for (let cell = 0; cell < count; cell++) {
        randomInto(bits, plan.seed, 0, cell, STREAM.fields + index);
        values[cell] = fround(initial.min + (initial.max - initial.min) * unit(bits[0]));
      }
    }
    for (let cell = 0; cell < count; cell++) {
      // A list may contain -0, and rounding may leave a value slightly outside the range.
      values[cell] = Math.min(Math.max(values[cell], min), max) + 0;
    }
  });
}
