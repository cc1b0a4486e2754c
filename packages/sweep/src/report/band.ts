import { spreadOf } from './measured.ts';
import { grouped } from './numbers.ts';
import type { Statistics } from './statistics.ts';

/** From so many values on a 5 % quantile lies inside of them. */
const MANY = 20;

/** What the bands of a figure span. */
export interface Band {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** A sentence about means and bands. */
  readonly words: string;
}

/** Quantiles where most groups have values enough for them, else the whole extent. `noun` is what is counted. */
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
