import type { CheckpointStore, Job, JobResult } from '@skein/sweep';

/** The options of one run. */
export interface RunJobOptions {
  /** Aborts when the worker must give up the job. The run then saves a last checkpoint, and rejects with any error. */
  readonly signal: AbortSignal;
  /**
   * The store that the run continues from and saves to. The run must not remove its checkpoint: the worker does that
   * once the result is stored.
   */
  readonly checkpoints: CheckpointStore;
  /** The interval between checkpoints, in ms. */
  readonly checkpointMs: number;
}

/**
 * Runs a job to its end, outside the calling thread. If the run rejects, the job is tried again here or elsewhere,
 * except for errors that would occur every time: ScenarioError, and errors with the code JOB_FAILED. After an error
 * with the code JOB_ABORTED, the job returns to the queue.
 */
export type RunJob = (job: Job, options: RunJobOptions) => Promise<JobResult>;
