import { type Problem, SkeinError } from '@skein/core';

/** Options of a driver or an object are wrong; `problems` lists all that is wrong with them. Nothing was made. */
export class ThreeError extends SkeinError {
  declare readonly code: 'OPTION_INVALID';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(
      ({ path, found, expected }) => `${path}: found ${found}, expected ${expected}`,
    );
    super('OPTION_INVALID', lines.join('\n'));
    this.problems = problems;
  }
}
