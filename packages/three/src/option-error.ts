import { type Problem, SkeinError } from '@skein/core';

export type ThreeErrorCode =
  /** The options or other arguments are not valid. */
  | 'OPTION_INVALID'
  /** The driver was used after its `dispose` was called. */
  | 'DRIVER_DISPOSED';

/**
 * A driver or an object of this package was used incorrectly. `problems` lists every problem. The call had no effect.
 */
export class ThreeError extends SkeinError {
  declare readonly code: ThreeErrorCode;
  declare readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], code: ThreeErrorCode = 'OPTION_INVALID') {
    const lines = problems.map(
      ({ path, found, expected }) => `${path}: found ${found}, expected ${expected}`,
    );
    super(code, lines.join('\n'), { problems });
  }
}
