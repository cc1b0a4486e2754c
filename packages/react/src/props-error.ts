import { type Problem, SkeinError } from '@skein/core';

/** Properties of a component are wrong; `problems` lists all that is wrong with them. */
export class PropsError extends SkeinError {
  declare readonly code: 'PROPS_INVALID';
  readonly problems: readonly Problem[];

  constructor(component: string, problems: readonly Problem[]) {
    const lines = problems.map(
      ({ path, found, expected }) => `<${component}> ${path}: found ${found}, expected ${expected}`,
    );
    super('PROPS_INVALID', lines.join('\n'));
    this.problems = problems;
  }
}
