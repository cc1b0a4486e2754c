import { SkeinError } from '@skein/core';

export type ReportErrorCode =
  /** A folder or a file contains no results of a sweep. */
  | 'REPORT_RESULTS'
  /** The sample of the results has no sensitivity to analyze. */
  | 'REPORT_SAMPLE'
  /** The results do not have a measure that was requested. */
  | 'REPORT_MEASURE'
  /** A curve cannot be read, or does not fit any figure. */
  | 'REPORT_CURVE'
  /** There are no samples from the given tick on. */
  | 'REPORT_TICK';

/**
 * The error for a report that cannot be made. The message says where the problem is, what was found and what was
 * expected.
 */
export class ReportError extends SkeinError {
  declare readonly code: ReportErrorCode;

  constructor(code: ReportErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
  }
}
