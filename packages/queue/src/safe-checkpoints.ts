import type { CheckpointStore } from '@skein/sweep';
import type { Tell } from './notices.ts';

/**
 * A store of checkpoints. If the store fails, time is lost, but never a job. If a checkpoint cannot be saved or read,
 * the store reports this once. The run then continues without the checkpoint. Checkpoints are removed only after the
 * result of the job is stored.
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
    return await this.#guard('be read, so jobs start at their first tick', () =>
      this.#store.load(key),
    );
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    await this.#guard(
      'be saved, so a job that loses its worker restarts at its last saved checkpoint',
      () => this.#store.save(key, bytes),
    );
  }

  async remove(_key: string): Promise<void> {}

  /** Removes the checkpoint of a job whose result is stored. */
  async removeAtLast(key: string): Promise<void> {
    await this.#guard('be removed', () => this.#store.remove(key));
  }

  async #guard<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
    try {
      const value = await action();
      this.#told.delete(what);
      return value;
    } catch (error) {
      // The error is reported again only after a success in between; otherwise a full disk would fill the log too.
      if (!this.#told.has(what))
        this.#tell(`checkpoints cannot ${what} (${(error as Error).message})`);
      this.#told.add(what);
      return undefined;
    }
  }
}
