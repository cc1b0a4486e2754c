import { SkeinError } from '@skein/core';

export type JobErrorCode =
  /** The run was refused or threw an error. It would fail again. */
  | 'JOB_FAILED'
  /** On every attempt, the process of the run ended early. */
  | 'JOB_LOST'
  /** The run was stopped from outside. With a store, it can continue from its checkpoint. */
  | 'JOB_ABORTED'
  /** The checkpoint of the run cannot be used. */
  | 'CHECKPOINT_DAMAGED';

/** A run gave no result. */
export class JobError extends SkeinError {
  declare readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
