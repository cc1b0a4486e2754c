import type { CheckpointStore } from '@skein/sweep';
import type { Tell } from './notices.ts';

/**
 * A store whose failures cost time and no job: a checkpoint that cannot be saved or read is reported once, and
 * the run continues without. What is in the store is removed when the result of a job is safe, not before.
 */
export class SafeCheckpoints implements CheckpointStore {
  readonly #store: CheckpointStore;
  readonly #tell: Tell;
  readonly #told = new Set<string>();

  constructor(store: CheckpointStore, tell: Tell) {
    this.#store = store;
    this.#tell = tell;
  }

  async load(key: string): Promise<Uint8Array | undefined> {
    return await this.#guard('be read: jobs begin at their first tick', () =>
      this.#store.load(key),
    );
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    await this.#guard('be saved: a job that loses its worker begins at its last one', () =>
      this.#store.save(key, bytes),
    );
  }

  async remove(_key: string): Promise<void> {}

  /** The job is over, and its result safe. */
  async removeAtLast(key: string): Promise<void> {
    await this.#guard('be removed', () => this.#store.remove(key));
  }

  async #guard<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
    try {
      const value = await action();
      this.#told.delete(what);
      return value;
    } catch (error) {
      // Told again only after it has worked in between: a full disk would else fill the log as well.
      if (!this.#told.has(what))
        this.#tell(`checkpoints cannot ${what} (${(error as Error).message})`);
      this.#told.add(what);
      return undefined;
    }
  }
}
