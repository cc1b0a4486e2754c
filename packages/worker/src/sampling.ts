import type { Measure } from '@skein/core/describe';
import type { Samples } from './api.ts';

/** Decides at which ticks a run is measured, and collects the measured values. */
export class Sampling {
  readonly measures: readonly Measure[];
  readonly #every: number;
  #next: number;
  readonly #ticks: number[] = [];
  readonly #rows: Float64Array[] = [];

  /** @param tick the tick at which the run begins */
  constructor(measures: readonly Measure[], every: number, tick: number) {
    this.measures = measures;
    this.#every = every;
    this.#next = tick - (tick % every) + every;
  }

  /**
   * Returns the tick up to which a run to `target` may step without a stop. This is the tick of the next sample, or
   * `target` if `target` comes first.
   */
  stopBefore(target: number): number {
    return Math.min(target, this.#next);
  }

  isDue(tick: number): boolean {
    return tick === this.#next;
  }

  /** Adds the values of the sample that is due. */
  take(values: Float64Array): void {
    this.#ticks.push(this.#next);
    this.#rows.push(values);
    this.#next += this.#every;
  }

  samples(): Samples {
    const values = this.measures.map((_, column) =>
      Float64Array.from(this.#rows, (row) => row[column]),
    );
    return { names: this.measures.map(({ name }) => name), ticks: this.#ticks, values };
  }
}
