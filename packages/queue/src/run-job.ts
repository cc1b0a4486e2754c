import type { CheckpointStore, Job, JobResult } from '@skein/sweep';

/** The options of one run. */
export interface RunJobOptions {
  /**
   * Aborts when the worker must give up the job. The run then saves a last checkpoint, and its promise rejects. The
   * kind of error does not matter.
   */
  readonly signal: AbortSignal;
  /**
   * The store of checkpoints. The run continues from the checkpoint in the store, and saves new checkpoints there. The
   * run must not remove its checkpoint. The worker removes the checkpoint when the result is stored.
   */
  readonly checkpoints: CheckpointStore;
  /** The interval between checkpoints, in ms. */
  readonly checkpointMs: number;
}

/**
 * Runs a job to its end, outside the calling thread. If the promise rejects, the error decides what happens to the job:
 *
 * - A ScenarioError, or an error with the code JOB_FAILED, would occur every time. The job fails.
 * - After an error with the code JOB_ABORTED, the job returns to the queue.
 * - After any other error, this worker or another worker tries the job again.
 */
export type RunJob = (job: Job, options: RunJobOptions) => Promise<JobResult>;
