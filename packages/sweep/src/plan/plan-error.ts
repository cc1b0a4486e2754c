import { type Problem, SkeinError } from '@skein/core';

/** The error for an invalid plan; `problems` lists every problem. */
export class PlanError extends SkeinError {
  declare readonly code: 'PLAN_INVALID';
  /**
   * The problems. Each `path` is a JSON path in the plan. If an argument has replaced this part of the plan, `path`
   * names the argument instead.
   */
  declare readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = problems.map(
      ({ path, found, expected }) => `  ${path}: found ${found}, expected ${expected}`,
    );
    super('PLAN_INVALID', `The plan has ${count}:\n${lines.join('\n')}`, { problems });
  }
}

/** A problem with a value, without the path to the value. */
export type Refusal = Omit<Problem, 'path'>;

export function refuse(found: string, expected: string): Refusal {
  return { found, expected };
}

export function isRefusal(value: object): value is Refusal {
  return 'found' in value && 'expected' in value;
}
