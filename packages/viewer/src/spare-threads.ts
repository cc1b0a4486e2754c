import { startThread } from '@skein/worker';

/**
 * The maximum number of spare threads. Each takes a few megabytes. A team that needs more threads starts new ones.
 */
const MAX_SPARES = 4;

/**
 * Threads that wait for the next run, so that another scene begins at once. Starting a thread takes 0.1 s, and longer
 * while the cores are busy with a slow tick.
 */
export class SpareThreads {
  readonly #spares: Worker[] = [];

  /**
   * Returns a waiting thread or, if there is none, starts a new one. Teams get this function as their option
   * `createWorker`.
   */
  readonly take = (): Worker => this.#spares.shift() ?? startThread();

  /** Starts threads until `count` spare threads are waiting, up to the maximum. */
  keep(count: number): void {
    while (this.#spares.length < Math.min(count, MAX_SPARES)) {
      const spare = startThread();
      // A thread whose script fails to load is dropped. The team that needs it starts another, and reports why that
      // fails.
      spare.addEventListener('error', () => this.#drop(spare), { once: true });
      this.#spares.push(spare);
    }
  }

  #drop(spare: Worker): void {
    const at = this.#spares.indexOf(spare);
    if (at >= 0) this.#spares.splice(at, 1);
  }
}
