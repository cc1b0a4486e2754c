import type { RunReport } from '@skein/worker';

/** For each thread, the fraction of the time for which it worked, 0 to 1. */
export type Column = readonly number[];

/** The work of the threads in the last runs of ticks, newest last. Each run is a column with one number per thread. */
export class LaneHistory {
  readonly #most: number;
  #columns: Column[] = [];
  /** The number of columns that were ever added. */
  added = 0;
  #tickMs = 0;

  /** `most` is the number of columns that are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a column for the ticks of a report. A report without ticks adds nothing. */
  add({ workerTimes, tickMs }: Pick<RunReport, 'workerTimes' | 'tickMs'>): void {
    if (tickMs.length === 0) return;
    this.#tickMs = tickMs.reduce((sum, ms) => sum + ms, 0) / tickMs.length;
    this.#columns.push(
      workerTimes.map(({ workMs, waitMs }) => {
        const all = workMs + waitMs;
        return all > 0 ? Math.min(1, workMs / all) : 0;
      }),
    );
    this.added += 1;
    if (this.#columns.length > this.#most) this.#columns.shift();
  }

  clear(): void {
    this.#columns = [];
    this.#tickMs = 0;
  }

  /** The mean time of a tick in the newest column, in ms; 0 if there is none. */
  get tickMs(): number {
    return this.#tickMs;
  }

  /** The newest `count` columns, or fewer, oldest first. */
  last(count: number): readonly Column[] {
    return count <= 0 ? [] : this.#columns.slice(-count);
  }

  /** The mean of the newest columns that have as many threads as the last one. */
  mean(count: number): Column {
    const threads = this.#columns.at(-1)?.length ?? 0;
    const alike = this.last(count).filter((column) => column.length === threads);
    return Array.from(
      { length: threads },
      (_, thread) => alike.reduce((sum, column) => sum + column[thread], 0) / alike.length,
    );
  }
}
