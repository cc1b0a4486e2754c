/** Statistics of each group of rows; NaN if a group has no values. */
export interface Statistics {
  /** The number of values in each group, without missing values. */
  readonly count: Uint32Array;
  readonly mean: Float64Array;
  /** The sample standard deviation of each group, with the divisor `count - 1`; NaN for one value. */
  readonly deviation: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** The 5 % quantile of each group. */
  readonly low: Float64Array;
  /** The 95 % quantile of each group. */
  readonly high: Float64Array;
}

/**
 * Computes counts, means, deviations and quantiles of `values` by group. `codes[i]` is the group of row i, from 0 to
 * `groups` - 1, or -1 for no group. Values that are not finite are ignored.
 */
export function statisticsBy(codes: Int32Array, groups: number, values: Float64Array): Statistics {
  const count = new Uint32Array(groups);
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] >= 0 && Number.isFinite(values[row])) count[codes[row]]++;
  }
  const { sorted, begins } = gather(codes, values, count);
  const of = (): Float64Array => new Float64Array(groups).fill(Number.NaN);
  const [mean, deviation, min, max, low, high] = [of(), of(), of(), of(), of(), of()];
  for (let group = 0; group < groups; group++) {
    if (count[group] === 0) continue;
    const members = sorted.subarray(begins[group], begins[group] + count[group]).sort();
    mean[group] = meanOf(members);
    deviation[group] = deviationOf(members, mean[group]);
    min[group] = members[0];
    max[group] = members[members.length - 1];
    low[group] = quantileOf(members, 0.05);
    high[group] = quantileOf(members, 0.95);
  }
  return { count, mean, deviation, min, max, low, high };
}

/** Sorts the values by group. Uses a counting sort, which takes only two passes, even for a million rows. */
function gather(codes: Int32Array, values: Float64Array, count: Uint32Array) {
  const begins = new Uint32Array(count.length);
  let total = 0;
  for (let group = 0; group < count.length; group++) {
    begins[group] = total;
    total += count[group];
  }
  const sorted = new Float64Array(total);
  const next = begins.slice();
  for (let row = 0; row < codes.length; row++) {
    const group = codes[row];
    if (group >= 0 && Number.isFinite(values[row])) sorted[next[group]++] = values[row];
  }
  return { sorted, begins };
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  // The sum of values near the largest double overflows.
  if (Number.isFinite(mean)) return mean;
  let scaled = 0;
  for (const value of values) scaled += value / values.length;
  return scaled;
}

function deviationOf(values: Float64Array, mean: number): number {
  let sum = 0;
  for (const value of values) sum += (value - mean) ** 2;
  return values.length < 2 ? Number.NaN : Math.sqrt(sum / (values.length - 1));
}

/**
 * Returns a quantile of sorted values, interpolated between the two nearest values. source: Hyndman and Fan 1996,
 * Sample quantiles in statistical packages, type 7. NumPy and R have the same default
 */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  const rest = at - below;
  // This is not below + (above - below) * rest, since the difference of large values may overflow.
  return rest === 0 ? sorted[below] : sorted[below] * (1 - rest) + sorted[above] * rest;
}

/**
 * Combines several groupings of the same rows into one grouping. The result has a group for each combination of groups.
 * The group of the last grouping varies fastest. A row that has no group (-1) in one of the groupings has no group in
 * the result.
 */
export function combine(
  rows: number,
  parts: readonly { readonly codes: Int32Array; readonly size: number }[],
): { readonly codes: Int32Array; readonly size: number } {
  const codes = new Int32Array(rows);
  let size = 1;
  for (const part of parts) {
    size *= part.size;
    for (let row = 0; row < rows; row++) {
      const code = part.codes[row];
      codes[row] = code < 0 || codes[row] < 0 ? -1 : codes[row] * part.size + code;
    }
  }
  return { codes, size };
}

/**
 * Returns the fraction of the variance that the groups explain, from 0 to 1. The groups explain the variance through
 * the differences between their means. Without values, returns NaN.
 */
export function effectOf(codes: Int32Array, groups: number, values: Float64Array): number {
  const { count, mean } = statisticsBy(codes, groups, values);
  const known = Float64Array.from(values, (value, row) => (codes[row] < 0 ? Number.NaN : value));
  const all = statisticsBy(new Int32Array(values.length), 1, known);
  let between = 0;
  for (let group = 0; group < groups; group++) {
    if (count[group] > 0) between += count[group] * (mean[group] - all.mean[0]) ** 2;
  }
  return between / (all.deviation[0] ** 2 * (all.count[0] - 1));
}
