import type { ParameterValue } from '../jobs/job.ts';
import {
  allLevels,
  binnedLevels,
  type Factor,
  factorOf,
  type Levels,
  someLevels,
} from './levels.ts';
import { columnOf, type Results, rowsOf } from './results.ts';

/** Which parameters of a sweep vary between its runs, and which are constant. */
export interface Design {
  readonly rows: number;
  readonly factors: readonly Factor[];
  /** The parameters with the same value in all runs. */
  readonly constants: readonly { readonly name: string; readonly value: ParameterValue }[];
  /**
   * For each run, the index of its combination of values. Combinations are numbered in the order in which they first
   * occur.
   */
  readonly combinations: Int32Array;
  readonly combinationCount: number;
  /** The factors (varied parameters) with random values. Each value of such a factor occurs in few combinations. */
  readonly sampled: ReadonlySet<Factor>;
}

export function designOf({ plan, runs }: Results): Design {
  const rows = rowsOf(runs);
  const factors: Factor[] = [];
  const constants: { name: string; value: ParameterValue }[] = [];
  for (const planned of plan.parameters) {
    const cells = columnOf(runs, planned.name);
    const factor = factorOf(cells, planned);
    if (factor !== undefined) factors.push(factor);
    else if (rows > 0 && cells[0] !== null) constants.push({ name: planned.name, value: cells[0] });
  }
  const { combinations, combinationCount } = combinationsOf(rows, factors);
  const sampled = new Set(
    factors.filter(
      (factor) =>
        // In a Sobol sample, a value occurs in half of the combinations of its point.
        (plan.blocks?.type === 'sobol' && factor.isNumeric && factor.values.length > FEW_VALUES) ||
        isSampled(factor, factors, rows, combinationCount),
    ),
  );
  return { rows, factors, constants, combinations, combinationCount, sampled };
}

function combinationsOf(rows: number, factors: readonly Factor[]) {
  const combinations = new Int32Array(rows);
  const known = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const key = factors.map(({ codes }) => codes[row]).join();
    let combination = known.get(key);
    if (combination === undefined) {
      combination = known.size;
      known.set(key, combination);
    }
    combinations[row] = combination;
  }
  return { combinations, combinationCount: known.size };
}

/** The maximum number of values that are drawn as separate points on a line. More points would be unreadable. */
const MAX_VALUES = 300;
/** If several factors vary, a factor with at most this many values is not grouped into ranges. */
const FEW_VALUES = 12;

/**
 * Whether the values of a factor are grouped into ranges. If each value of a factor occurs in only one combination, the
 * other factors also differ from value to value. A line through all values would then show the effects of all factors
 * together, so the values are grouped.
 */
function isSampled(
  { isNumeric, values }: Factor,
  factors: readonly Factor[],
  rows: number,
  combinationCount: number,
): boolean {
  if (!isNumeric) return false;
  if (values.length > MAX_VALUES) return true;
  if (factors.length === 1) return values.length > 64 && rows / values.length < 2;
  return values.length > FEW_VALUES && combinationCount / values.length < 1.5;
}

const MAX_BINS = 16;
/** The maximum number of cells along a side of a heat map. More cells would be too small to see. */
const MAX_CELLS = 40;

/** Returns the levels (values, or ranges of values) of a factor along a horizontal axis. */
export function axisLevels(design: Design, factor: Factor): Levels {
  if (!design.sampled.has(factor)) return allLevels(factor);
  // With this number of ranges and a few colors, each range has enough runs for a mean.
  return binnedLevels(factor, clamp(Math.round(Math.sqrt(design.rows) / 2), 5, MAX_BINS));
}

/** Returns the levels (values, or ranges of values) of a factor along a side of a heat map. */
export function sideLevels(design: Design, factor: Factor): Levels {
  if (!factor.isNumeric) return someLevels(factor, MAX_CELLS);
  const isMany = factor.values.length > MAX_CELLS;
  if (!isMany && !design.sampled.has(factor)) return allLevels(factor);
  // Each cell of a sample should have about four runs.
  const bins = Math.round(Math.sqrt(design.rows / 4));
  return binnedLevels(
    factor,
    isMany && !design.sampled.has(factor) ? MAX_CELLS : clamp(bins, 3, 16),
  );
}

/**
 * Returns the levels of a factor that is shown in colors, panels or rows. For a sampled factor, the levels are
 * min(`most`, 4) ranges of values. For any other factor, the levels are at most `most` values.
 */
export function fewLevels(design: Design, factor: Factor, most: number): Levels {
  if (!design.sampled.has(factor)) return someLevels(factor, most);
  return binnedLevels(factor, Math.min(most, 4));
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
