import { randomInto, unit } from '@skein/core/describe';
import { quantileOf } from '../report/statistics.ts';

/** Samples use streams with lower numbers. */
const STREAM = 0x700000;
/** The ends of the intervals, as quantiles: they hold 95 % of the resamples. */
const [LOW, HIGH] = [0.025, 0.975];

/** An estimate, and the ends of its 95 % interval. NaN if the results do not determine it. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Bootstrap {
  /** The number of resamples, at least 1. */
  readonly resamples: number;
  /** The seed of the resamples, a whole number from 0 to 2^32 - 1. */
  readonly seed: number;
}

/**
 * Estimates numbers from blocks, with intervals by the percentile bootstrap: blocks are drawn with replacement, as many
 * as there are.
 *
 * @param estimate writes the estimates to `out`. `weights` has how often each block counts
 * @returns an estimate for each number
 *
 * source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13
 */
export function estimated(
  blocks: number,
  numbers: number,
  { resamples, seed }: Bootstrap,
  estimate: (weights: Uint32Array, out: Float64Array) => void,
): Estimate[] {
  const weights = new Uint32Array(blocks).fill(1);
  const values = new Float64Array(numbers);
  estimate(weights, values);
  const drawn = values.map(() => Number.NaN);
  const columns = Array.from(values, () => new Float64Array(resamples));
  const random = new Uint32Array(4);
  for (let resample = 0; resample < resamples; resample++) {
    weights.fill(0);
    for (let draw = 0; draw < blocks; draw++) {
      if (draw % 4 === 0) randomInto(random, seed, resample, draw, STREAM);
      weights[Math.floor(unit(random[draw % 4]) * blocks)]++;
    }
    estimate(weights, drawn);
    for (const [at, column] of columns.entries()) column[resample] = drawn[at];
  }
  return columns.map((column, at): Estimate => {
    // A resample in which all blocks are alike determines no index.
    const known = column.filter(Number.isFinite).sort();
    const [low, high] = [LOW, HIGH].map((share) => quantileOf(known, share));
    return { value: values[at], low, high };
  });
}
