import { startThread } from '@skein/worker';

/** More threads than these start one after the other anyway; each waits in a few megabytes. */
const MAX_SPARES = 4;

/**
 * Threads that wait for the next run. A thread takes 0.1 s to start, and longer while the cores are busy with a slow tick:
 * with spare ones another scene begins at once.
 */
export class SpareThreads {
  readonly #spares: Worker[] = [];

  /** One that waits, or a new one: the option `createWorker` of a team. */
  readonly take = (): Worker => this.#spares.shift() ?? startThread();

  /** Starts what is missing of so many. */
  keep(count: number): void {
    while (this.#spares.length < Math.min(count, MAX_SPARES)) {
      const spare = startThread();
      // One whose script cannot be loaded: the team that needs it starts another, and says why that fails.
      spare.addEventListener('error', () => this.#drop(spare), { once: true });
      this.#spares.push(spare);
    }
  }

  #drop(spare: Worker): void {
    const at = this.#spares.indexOf(spare);
    if (at >= 0) this.#spares.splice(at, 1);
  }
}
