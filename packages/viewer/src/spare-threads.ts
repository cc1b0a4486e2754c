import { startThread } from '@skein/worker';

/**
 * The maximum number of spare threads: each takes a few megabytes, and a larger team starts the rest one after the
 * other.
 */
const MAX_SPARES = 4;

/**
 * Threads that wait for the next run. A thread takes 0.1 s to start, and longer while the cores are busy with a slow
 * tick. With spare threads, another scene begins at once.
 */
export class SpareThreads {
  readonly #spares: Worker[] = [];

  /** Returns a waiting thread, or starts a new one; passed to a team as its option `createWorker`. */
  readonly take = (): Worker => this.#spares.shift() ?? startThread();

  /** Starts threads until `count` of them wait. */
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
