import { SkeinError } from '@skein/core';

export type JobErrorCode =
  /** It was refused, or threw: it would do so again. */
  | 'JOB_FAILED'
  /** Its process ended each time that it was tried. */
  | 'JOB_LOST'
  /** It was stopped from outside; with a store it continues from where it was. */
  | 'JOB_ABORTED'
  /** What it had done so far cannot be used. */
  | 'CHECKPOINT_DAMAGED';

/** A run has come to no result. */
export class JobError extends SkeinError {
  declare readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
