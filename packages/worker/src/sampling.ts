import type { Measure } from '@skein/core/describe';
import type { Samples } from './api.ts';

/** When a run is measured, and what was found. */
export class Sampling {
  readonly measures: readonly Measure[];
  readonly #every: number;
  #next: number;
  readonly #ticks: number[] = [];
  readonly #rows: Float64Array[] = [];

  /** Of a run that begins at `tick`. */
  constructor(measures: readonly Measure[], every: number, tick: number) {
    this.measures = measures;
    this.#every = every;
    this.#next = tick - (tick % every) + every;
  }

  /** The tick at which a segment toward `target` ends. */
  stopBefore(target: number): number {
    return Math.min(target, this.#next);
  }

  isDue(tick: number): boolean {
    return tick === this.#next;
  }

  /** Takes down what was measured where a sample was due. */
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
