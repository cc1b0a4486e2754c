import type { KernelName } from '@skein/core';
import type { StoreSource } from '../stores/store-source.ts';
import type { Job, JobResult } from './job.ts';

/** The instructions for a run, as plain data. */
export interface RunRequest {
  readonly job: Job;
  readonly kernel: KernelName | 'auto';
  /** The store for checkpoints. Without it, the run starts at tick 0 and saves nothing. */
  readonly store: StoreSource | undefined;
  /** The folder for trajectories. Without it, none are written. */
  readonly trajectories: string | undefined;
  /** The time between checkpoints, in ms. Default: that of `runJob`. */
  readonly checkpointMs: number | undefined;
}

/** Messages from the pool to a process, which does one run at a time. `stop` ends it at a checkpoint. */
export type ToProcess =
  | { readonly type: 'run'; readonly request: RunRequest }
  | { readonly type: 'stop' };

/** An error, as it is sent to another process. */
export interface SentError {
  /** Undefined for an error that is not expected. The message then includes the stack. */
  readonly code: string | undefined;
  readonly message: string;
}

/**
 * Messages from a process to the pool. A run ends with `done` or `failed`; one that was stopped fails with JOB_ABORTED.
 * `tick` comes now and then.
 */
export type FromProcess =
  | { readonly type: 'tick'; readonly tick: number }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly error: SentError };
