/**
 * The distribution of a list of numbers. On a shared machine, times are reported by their median and their quartiles.
 */
export interface Summary {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
  readonly min: number;
  readonly max: number;
}

export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    lower: quantile(sorted, 0.25),
    upper: quantile(sorted, 0.75),
    min: quantile(sorted, 0),
    max: quantile(sorted, 1),
  };
}

/**
 * The quantile of a sorted list, interpolated between the two nearest values. For an empty list, the result is NaN.
 *
 * source: Hyndman and Fan 1996, Sample Quantiles in Statistical Packages, definition 7
 */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const lower = sorted[below] ?? Number.NaN;
  return lower + (place - below) * ((sorted[below + 1] ?? lower) - lower);
}

export function median(samples: readonly number[]): number {
  return summarize(samples).median;
}

/**
 * For each turn of a measurement, the ratio of its two samples. Samples of the same turn were taken under the same
 * conditions.
 */
export function ratios(numerators: readonly number[], denominators: readonly number[]): number[] {
  return numerators.map((numerator, turn) => numerator / denominators[turn]);
}
