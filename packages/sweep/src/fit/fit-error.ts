import { SkeinError } from '@skein/core';

export type FitErrorCode =
  /** The data do not fit the plan, or are no numbers. */
  | 'FIT_DATA'
  /** A parameter of the plan is neither a range to fit, nor a column of the data, nor a single value. */
  | 'FIT_PLAN'
  /** A setting of the search is out of its range. */
  | 'FIT_SEARCH'
  /** No candidate of a generation has a distance to the data. */
  | 'FIT_FAILED';

/** The error for a fit that cannot be made. `place` says where the problem is. */
export class FitError extends SkeinError {
  declare readonly code: FitErrorCode;
  readonly place: string;

  constructor(code: FitErrorCode, place: string, found: string, expected: string) {
    super(code, `${place}: found ${found}, expected ${expected}`);
    this.place = place;
  }
}
