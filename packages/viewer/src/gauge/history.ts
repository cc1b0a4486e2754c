/**
 * The last samples of several series, oldest first. `data` has the form that the plot library takes: the times of all
 * samples (s), then the values of each series. The time of the last sample is 0, and earlier times are negative.
 */
export class History {
  readonly data: [times: number[], ...series: (number | null)[][]];

  /** `seconds` is the interval between two samples. */
  constructor(series: number, samples: number, seconds: number) {
    const times = Array.from({ length: samples }, (_, k) => (k - samples + 1) * seconds);
    const empty = () => new Array<number | null>(samples).fill(null);
    this.data = [times, ...Array.from({ length: series }, empty)];
  }

  /** Adds a sample: one value per series, or null for a series without a value. The oldest sample is dropped. */
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
