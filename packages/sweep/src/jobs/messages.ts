import type { KernelName } from '@skein/core';
import type { StoreSource } from '../stores/store-source.ts';
import type { Job, JobResult } from './job.ts';

/** How a process is to do a run: plain data. */
export interface RunRequest {
  readonly job: Job;
  readonly kernel: KernelName | 'auto';
  /** Where it keeps what it has done; left out, it begins at tick 0 and keeps nothing. */
  readonly store: StoreSource | undefined;
  readonly checkpointMs: number | undefined;
}

/** What the pool tells a process. */
export type ToProcess =
  | { readonly type: 'run'; readonly request: RunRequest }
  | { readonly type: 'stop' };

/** An error that crosses to another process. */
export interface SentError {
  readonly code: string | undefined;
  readonly message: string;
}

/** What a process tells the pool. */
export type FromProcess =
  | { readonly type: 'tick'; readonly tick: number }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly error: SentError };
