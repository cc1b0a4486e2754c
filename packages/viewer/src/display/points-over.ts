type Value = number | null;
export type Rate = 'gain' | 'loss' | undefined;

/** A stretch of a run in which the parameter had one value. */
interface Stretch {
  readonly begin: number;
  readonly first: readonly number[];
  latest: number;
  last: readonly number[];
  /** For each measure, the time of its latest change. */
  readonly changed: number[];
  readonly sums: number[];
  samples: number;
}

/** A stretch counts from this length on, in s: before, the agents still behave as they did with the earlier value. */
const LEAST_SECONDS = 2;

/**
 * What measures were at each value of a parameter: their mean, or what they gained or lost per second until they changed
 * no more. Of several stretches with the same value, the longest counts.
 */
export class PointsOver {
  readonly #rates: readonly Rate[];
  readonly #found = new Map<number, { readonly seconds: number; readonly values: Value[] }>();
  #value: number | undefined;
  #now: Stretch | undefined;

  /** `rates` has an entry for each measure. */
  constructor(rates: readonly Rate[]) {
    this.#rates = rates;
  }

  /**
   * Adds a sample: the value of the parameter, the time of the run in s, and the measures. If the value is another one,
   * or the time before that of the last sample, a new stretch begins.
   */
  add(value: number, seconds: number, measured: readonly number[]): void {
    if (value !== this.#value || this.#now === undefined || seconds < this.#now.latest) {
      this.#value = value;
      this.#now = {
        ...{ begin: seconds, first: measured, latest: seconds, last: measured, samples: 0 },
        changed: measured.map(() => seconds),
        sums: measured.map(() => 0),
      };
    }
    const now = this.#now;
    measured.forEach((one, k) => {
      if (one !== now.last[k]) now.changed[k] = seconds;
      now.sums[k]! += one;
    });
    now.samples += 1;
    now.latest = seconds;
    now.last = measured;
    const length = seconds - now.begin;
    if (length < LEAST_SECONDS || length < (this.#found.get(value)?.seconds ?? 0)) return;
    this.#found.set(value, { seconds: length, values: this.#valuesOf(now) });
  }

  /** The values of the parameter in ascending order, then the values of each measure. */
  get data(): [values: number[], ...measures: Value[][]] {
    const all = [...this.#found].sort(([a], [b]) => a - b);
    return [
      all.map(([value]) => value),
      ...this.#rates.map((_, k) => all.map(([, { values }]) => values[k]!)),
    ];
  }

  #valuesOf({ begin, first, last, changed, sums, samples }: Stretch): Value[] {
    return this.#rates.map((rate, k) => {
      const seconds = changed[k]! - begin;
      const more = rate === undefined ? 0 : last[k]! - first[k]!;
      const change = seconds === 0 ? 0 : more / seconds;
      const value = { gain: change, loss: 0 - change, mean: sums[k]! / samples }[rate ?? 'mean'];
      return Number.isFinite(value) ? value : null;
    });
  }
}
