import type { ParameterValue } from '../jobs/job.ts';
import { readable } from './numbers.ts';
import type { Cells, PlannedParameter } from './results.ts';
import { quantileOf } from './statistics.ts';

/** A parameter that has more than one value in the runs. */
export interface Factor {
  readonly name: string;
  readonly unit: string | undefined;
  readonly isNumeric: boolean;
  readonly isLog: boolean;
  /** The values of the parameter: numbers in ascending order, or texts in the order of the plan. */
  readonly values: readonly ParameterValue[];
  /** For each run, the index of its value in `values`; -1 if the run has no value. */
  readonly codes: Int32Array;
}

/**
 * The levels of a factor that is shown on an axis, in colors or in panels. A level is a value of the factor, or a range
 * of its values.
 */
export interface Levels {
  readonly factor: Factor;
  readonly labels: readonly string[];
  /** The position of each level on an axis of numbers. If a level is a text, its position is its index. */
  readonly places: readonly number[];
  /** For each run, the index of its level; -1 if the run has no level. */
  readonly codes: Int32Array;
  readonly size: number;
  readonly isBinned: boolean;
}

/**
 * Creates a `Factor` from the values of a parameter in all runs. If there are fewer than two different values, returns
 * undefined.
 */
export function factorOf(cells: Cells, planned: PlannedParameter): Factor | undefined {
  const all = Array.from(cells, (cell) => (Number.isNaN(cell) ? null : (cell ?? null)));
  const found = new Set(all);
  found.delete(null);
  if (found.size < 2) return undefined;
  const isNumeric = [...found].every((value) => Number.isFinite(value));
  const known = [...new Set([...(planned.values ?? []), ...found])].filter((one) => found.has(one));
  const values = (
    isNumeric ? (known as number[]).sort((a, b) => a - b) : known
  ) as ParameterValue[];
  const codes = new Map<unknown, number>(values.map((value, code) => [value, code]));
  return {
    name: planned.name,
    unit: planned.unit === '1' ? undefined : planned.unit,
    isNumeric,
    isLog: isNumeric && isLog(values as number[], planned.scale),
    values,
    codes: Int32Array.from(all, (value) => codes.get(value) ?? -1),
  };
}

/**
 * Whether the axis of a parameter is logarithmic. By default, it is for values over a wide range whose middle is nearer
 * to that of a logarithmic axis.
 */
function isLog(values: readonly number[], scale: 'linear' | 'log' | undefined): boolean {
  const [first, last] = [values[0], values[values.length - 1]];
  if (first <= 0) return false;
  if (scale !== undefined) return scale === 'log';
  const middle = quantileOf(values, 0.5);
  const fromRatio = Math.abs(middle - Math.sqrt(first) * Math.sqrt(last));
  return (
    values.length >= 4 && last / first >= 8 && fromRatio < Math.abs(middle - (first + last) / 2)
  );
}

/** Returns the levels of a factor: one level for each of its values. */
export function allLevels(factor: Factor): Levels {
  const { values, codes, isNumeric } = factor;
  return {
    factor,
    labels: values.map(labelOf),
    places: isNumeric ? (values as number[]) : values.map((_, index) => index),
    codes,
    size: values.length,
    isBinned: false,
  };
}

/**
 * Returns levels for some values of a factor, including the first and the last. `most` is the maximum number of levels.
 * Runs with other values have no level.
 */
export function someLevels(factor: Factor, most: number): Levels {
  const all = allLevels(factor);
  if (all.size <= most) return all;
  const chosen = evenly(
    all.size,
    factor.isNumeric ? evenCount(all.size, most) : most,
    factor.isNumeric,
  );
  const ranks = new Int32Array(all.size).fill(-1);
  for (const [rank, index] of chosen.entries()) ranks[index] = rank;
  return {
    ...all,
    labels: chosen.map((index) => all.labels[index]),
    places: chosen.map((index) => all.places[index]),
    codes: all.codes.map((code) => (code < 0 ? -1 : ranks[code])),
    size: chosen.length,
  };
}

/**
 * Returns how many values to choose from a list of length `size`. The chosen values include the first and the last. The
 * result is the parameter `most`, unless the spacing is even only with one or two fewer values.
 */
function evenCount(size: number, most: number): number {
  for (let count = most; count >= Math.max(3, most - 2); count--) {
    if ((size - 1) % (count - 1) === 0) return count;
  }
  return most;
}

/**
 * Chooses items from a list of length `size`, and returns their indexes. The number of chosen items is `most`, or
 * `size` if that is smaller. If `isSpread`, the items are spread evenly from the first to the last. Otherwise they are
 * the first items of the list.
 */
export function evenly(size: number, most: number, isSpread = true): number[] {
  if (size <= most) return Array.from({ length: size }, (_, index) => index);
  const step = isSpread && most > 1 ? (size - 1) / (most - 1) : 1;
  return Array.from({ length: most }, (_, index) => Math.round(index * step));
}

/** Divides a numeric factor into `count` ranges. The ranges are equally wide on the axis, which may be logarithmic. */
export function binnedLevels(factor: Factor, count: number): Levels {
  const values = factor.values as number[];
  const [to, from] = factor.isLog ? [Math.log, Math.exp] : [Number, Number];
  const begin = to(values[0]);
  const width = to(values[values.length - 1]) - begin;
  const edge = (index: number): number => from(begin + width * (index / count));
  // The number of decimals depends on the width: for ranges of 0.25, the bound 0.0000849 is shown as 0.00.
  const decimals = Math.max(0, Math.min(100, 2 - Math.floor(Math.log10(width / count))));
  const named = (index: number): string =>
    readable(factor.isLog ? edge(index) : Number(edge(index).toFixed(decimals)), 3);
  const binOf = values.map((value) =>
    Math.min(count - 1, Math.floor(((to(value) - begin) / width) * count)),
  );
  return {
    factor,
    labels: Array.from({ length: count }, (_, index) => `${named(index)} to ${named(index + 1)}`),
    places: Array.from({ length: count }, (_, index) =>
      from(begin + width * ((index + 0.5) / count)),
    ),
    codes: factor.codes.map((code) => (code < 0 ? -1 : binOf[code])),
    size: count,
    isBinned: true,
  };
}

/** Returns a value of a parameter as text. */
export function labelOf(value: ParameterValue): string {
  return typeof value === 'number' ? readable(value, 6) : String(value);
}
