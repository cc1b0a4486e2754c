/// <reference lib="esnext.disposable" preserve="true" />
import { JobPool } from '@skein/sweep';
import type { Tell } from './notices.ts';
import type { RunJob } from './run-job.ts';
import { sharedSource } from './stores/shared-store.ts';

export interface PoolRunnerOptions {
  /** How many processes, each with one world at a time. */
  readonly processes: number;
  /** As `openStore` takes it: each process opens it by itself. */
  readonly store: string;
  /** From one checkpoint of a run to the next, ms. */
  readonly checkpointMs: number;
  readonly tell?: Tell;
}

/** Runs jobs in processes of their own, so that the thread that renews their locks is always free. */
export class PoolRunner implements AsyncDisposable {
  readonly #pool: JobPool;

  constructor({ processes, store, checkpointMs, tell }: PoolRunnerOptions) {
    this.#pool = new JobPool({
      processes,
      store: sharedSource(store),
      checkpointMs,
      onNotice: tell,
    });
  }

  readonly run: RunJob = async (job, { signal }) => (await this.#pool.run(job, { signal })).result;

  /** Ends the processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.stop();
  }
}
