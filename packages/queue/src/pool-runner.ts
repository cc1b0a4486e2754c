/// <reference lib="esnext.disposable" preserve="true" />
import { JobPool } from '@skein/sweep';
import type { Tell } from './notices.ts';
import type { RunJob } from './run-job.ts';
import { sharedSource } from './stores/shared-store.ts';

export interface PoolRunnerOptions {
  /** The number of processes. Each has one world at a time. */
  readonly processes: number;
  /** The address of the store, as for `openStore`. Each process opens the store separately. */
  readonly store: string;
  /** The interval between checkpoints of a run, in ms. */
  readonly checkpointMs: number;
  readonly tell?: Tell;
}

/** Runs jobs in separate processes, so that the thread that renews the locks of jobs is never blocked. */
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
