/** Statistics of the times per tick of a run, in ms. */
export interface Timings {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/**
 * Summarizes the times of single ticks (ms), which are given in several arrays. Returns undefined if there are no
 * times.
 */
export function timingsOf(pieces: readonly Float32Array[]): Timings | undefined {
  const sorted = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    sorted.set(piece, end);
    end += piece.length;
  }
  if (sorted.length === 0) return undefined;
  sorted.sort();
  return {
    min: quantile(sorted, 0),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: quantile(sorted, 1),
  };
}

/**
 * Returns a quantile of sorted values, interpolated linearly between two values. The median of an even number of values
 * is then the usual median.
 */
function quantile(sorted: Float32Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.ceil(place);
  const value = sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  return Number(value.toPrecision(6));
}
