import { type Problem, SkeinError } from '@skein/core';

export type ThreeErrorCode =
  /** Options, or what else was given, are wrong. */
  | 'OPTION_INVALID'
  /** It takes a driver, which was disposed of. */
  | 'DRIVER_DISPOSED';

/** A driver or an object was asked for something it cannot do; `problems` lists all that is wrong. Nothing was done. */
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
