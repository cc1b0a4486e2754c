type Value = number | null;

/**
 * Values of several lines over time. All times of a run are covered from its start, with at most `most` samples: if there
 * are more, every other sample is dropped. `data` has the form that the plot library takes: the times, then the values
 * of each line.
 */
export class Curves {
  data: [times: number[], ...lines: Value[][]];
  readonly #most: number;
  /** Two samples are at least this far apart, in the unit of the times. */
  #gap = 0;

  constructor(lines: number, most = 400) {
    this.#most = most;
    this.data = [[], ...Array.from({ length: lines }, (): Value[] => [])];
  }

  /** The time of the last sample; -Infinity if there is none. */
  get end(): number {
    return this.data[0].at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Adds a sample, one value for each line. The time may be before that of other samples. If there is a sample close to
   * this time, nothing changes, because a run has the same values whenever it is seen.
   */
  add(time: number, values: readonly Value[]): void {
    const [times] = this.data;
    let at = times.length;
    while (at > 0 && times[at - 1]! > time) at--;
    const before = times[at - 1] ?? Number.NEGATIVE_INFINITY;
    const after = times[at] ?? Number.POSITIVE_INFINITY;
    if (time === before || time - before < this.#gap || after - time < this.#gap) return;
    times.splice(at, 0, time);
    values.forEach((value, k) => {
      this.data[k + 1]!.splice(at, 0, value);
    });
    if (times.length > this.#most) this.#thin();
  }

  /** Drops all samples after a time, because the run goes another way from there. */
  forgetAfter(time: number): void {
    const kept = this.data[0].filter((value) => value <= time).length;
    for (const series of this.data) series.length = kept;
  }

  #thin(): void {
    this.data = this.data.map((series) => series.filter((_, k) => k % 2 === 0)) as typeof this.data;
    const [times] = this.data;
    // Half of the samples are left, about twice as far apart as before.
    this.#gap = (2 * (times.at(-1)! - times[0]!)) / this.#most;
  }
}
