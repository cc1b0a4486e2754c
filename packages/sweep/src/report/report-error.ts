import { SkeinError } from '@skein/core';

export type ReportErrorCode =
  /** A folder or a file that contains no results of a sweep. */
  | 'REPORT_RESULTS'
  /** A measure that the results do not have. */
  | 'REPORT_MEASURE'
  /** A curve that cannot be read, or does not fit any figure. */
  | 'REPORT_CURVE'
  /** A tick after which there are no samples. */
  | 'REPORT_TICK';

/** A report cannot be made. The message says where the problem is, what was found and what was expected. */
export class ReportError extends SkeinError {
  declare readonly code: ReportErrorCode;

  constructor(code: ReportErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
