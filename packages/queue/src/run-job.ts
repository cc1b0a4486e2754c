import type { CheckpointStore, Job, JobResult } from '@skein/sweep';

/** What a run is given beside its job. */
export interface RunJobOptions {
  /**
   * Aborts when the worker is to let go of the job: the run saves a last checkpoint and then rejects, with
   * whatever error.
   */
  readonly signal: AbortSignal;
  /**
   * The run continues from what is in it, and saves to it. It does not remove: the worker does, when the
   * result is safe.
   */
  readonly checkpoints: CheckpointStore;
  /** From one checkpoint to the next, ms. */
  readonly checkpointMs: number;
}

/**
 * Runs a job to its end, off the thread of the caller. A job whose run rejects is tried again, here or
 * elsewhere, unless it would fail each time: a ScenarioError, or an error of code JOB_FAILED. One of code
 * JOB_ABORTED has its job handed back.
 */
export type RunJob = (job: Job, options: RunJobOptions) => Promise<JobResult>;
