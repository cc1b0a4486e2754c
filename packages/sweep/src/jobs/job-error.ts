import { SkeinError } from '@skein/core';

export type JobErrorCode =
  /** The run was refused, or threw an error. Another attempt would fail too. */
  | 'JOB_FAILED'
  /** The process of the run ended early on every attempt. */
  | 'JOB_LOST'
  /** The run was stopped from outside. If there is a store, the run can continue from its checkpoint. */
  | 'JOB_ABORTED'
  /** The checkpoint of the run cannot be used. */
  | 'CHECKPOINT_DAMAGED'
  /** A value is not the result of the run. */
  | 'RESULT_INVALID';

/** The error of a run that gave no result. */
export class JobError extends SkeinError {
  declare readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
