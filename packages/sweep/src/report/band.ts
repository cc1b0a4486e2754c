import { spreadOf } from './measured.ts';
import { grouped } from './numbers.ts';
import type { Statistics } from './statistics.ts';

/**
 * Bands show quantiles only if most groups have at least this many values. With fewer values, the 5 % quantile would
 * say little more than the smallest value.
 */
const MANY = 20;

/** The bands of a figure: the lower and upper end for each mean, and a sentence about them. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** A sentence that explains the means and the bands. */
  readonly words: string;
}

/**
 * Returns the bands of a figure. If most groups have enough values (see `MANY`), a band reaches from a low to a high
 * quantile. Otherwise, a band reaches from the smallest to the largest value. The result contains a sentence about the
 * bands. In this sentence, `noun` is the word for the values.
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
