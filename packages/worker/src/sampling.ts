import type { Measure } from '@skein/core/describe';
import type { Samples } from './api.ts';

/** Decides when a run is measured, and collects the values. */
export class Sampling {
  readonly measures: readonly Measure[];
  readonly #every: number;
  #next: number;
  readonly #ticks: number[] = [];
  readonly #rows: Float64Array[] = [];

  /** For a run that begins at `tick`. */
  constructor(measures: readonly Measure[], every: number, tick: number) {
    this.measures = measures;
    this.#every = every;
    this.#next = tick - (tick % every) + every;
  }

  /** The tick at which a segment toward `target` must end. */
  stopBefore(target: number): number {
    return Math.min(target, this.#next);
  }

  isDue(tick: number): boolean {
    return tick === this.#next;
  }

  /** Adds the values of the sample that was due. */
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
