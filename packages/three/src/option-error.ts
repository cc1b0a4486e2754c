import { type Problem, SkeinError } from '@skein/core';

export type ThreeErrorCode =
  /** Options or other arguments are invalid. */
  | 'OPTION_INVALID'
  /** The driver is disposed of. */
  | 'DRIVER_DISPOSED';

/** A driver or an object was used incorrectly; `problems` lists every problem. The call had no effect. */
export class ThreeError extends SkeinError {
  declare readonly code: ThreeErrorCode;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], code: ThreeErrorCode = 'OPTION_INVALID') {
    const lines = problems.map(
      ({ path, found, expected }) => `${path}: found ${found}, expected ${expected}`,
    );
    super(code, lines.join('\n'));
    this.problems = problems;
  }
}
