/**
 * The last samples of several series, oldest first, in the form that a plot takes: the times of all samples, then the
 * values of each series. Times are negative and end at 0, the present.
 */
export class History {
  readonly data: [times: number[], ...series: (number | null)[][]];

  /** `seconds`: the interval between samples. */
  constructor(series: number, samples: number, seconds: number) {
    const times = Array.from({ length: samples }, (_, k) => (k - samples + 1) * seconds);
    const empty = () => new Array<number | null>(samples).fill(null);
    this.data = [times, ...Array.from({ length: series }, empty)];
  }

  /** Adds a sample with one value per series, null if there is none. The oldest sample is dropped. */
  push(...values: (number | null)[]): void {
    values.forEach((value, k) => {
      const series = this.data[k + 1];
      series.copyWithin(0, 1);
      series[series.length - 1] = value;
    });
  }

  clear(): void {
    for (const series of this.data.slice(1)) series.fill(null as never);
  }
}
