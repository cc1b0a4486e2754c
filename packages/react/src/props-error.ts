import { type Problem, SkeinError } from '@skein/core';

/** The error for invalid props of a component; `problems` lists every problem. */
export class PropsError extends SkeinError {
  declare readonly code: 'PROPS_INVALID';
  declare readonly problems: readonly Problem[];

  constructor(component: string, problems: readonly Problem[]) {
    const lines = problems.map(
      ({ path, found, expected }) => `<${component}> ${path}: found ${found}, expected ${expected}`,
    );
    super('PROPS_INVALID', lines.join('\n'), { problems });
  }
}
