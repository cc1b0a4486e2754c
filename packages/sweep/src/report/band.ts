import { spreadOf } from './measured.ts';
import { grouped } from './numbers.ts';
import type { Statistics } from './statistics.ts';

/** With at least this many values, the 5 % quantile lies inside them. */
const MANY = 20;

/** The bands of a figure. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** A sentence that explains the means and the bands. */
  readonly words: string;
}

/**
 * The bands are quantiles if most groups have enough values for them, otherwise the whole range. `noun` names the
 * counted values.
 */
export function bandOf(
  statistics: Statistics,
  noun: string,
  marks: string,
  spreads = 'bands',
): Band {
  const { min, median, max } = spreadOf(statistics.count);
  const isMany = median >= MANY;
  const [low, high] = isMany ? [statistics.low, statistics.high] : [statistics.min, statistics.max];
  if (max <= 1) return { low, high, words: `${marks} are single runs.` };
  const count = min === max ? grouped(max) : `${grouped(min)} to ${grouped(max)}`;
  const span = isMany ? 'from their 5 % to their 95 % quantile' : 'from the least to the greatest';
  return {
    low,
    high,
    words: `${marks} are means over ${count} ${noun}, ${spreads} reach ${span}.`,
  };
}
