/** Chi-square of counts that should be equal, as standard deviations from its mean. */
export function chiSquareDeviation(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const degrees = counts.length - 1;
  return (chi - degrees) / Math.sqrt(2 * degrees);
}

/** How many of `draws` numbers in [0, 1) fall into each of `bins` equal parts. */
export function histogram(bins: number, draws: number, draw: (n: number) => number): number[] {
  const counts = Array<number>(bins).fill(0);
  for (let n = 0; n < draws; n++) counts[Math.floor(draw(n) * bins)]++;
  return counts;
}

/** Correlation of two series that should be independent, in standard deviations. */
export function correlationDeviation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  let ab = 0;
  let aa = 0;
  let bb = 0;
  a.forEach((value, index) => {
    ab += (value - ma) * (b[index] - mb);
    aa += (value - ma) ** 2;
    bb += (b[index] - mb) ** 2;
  });
  return (ab / Math.sqrt(aa * bb)) * Math.sqrt(a.length);
}
