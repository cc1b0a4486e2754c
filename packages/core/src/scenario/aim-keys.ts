import type { Behavior } from './behavior-types.ts';
import type { Species } from './schema.ts';

interface Chooses {
  readonly choose: 'nearest' | 'assigned';
  readonly assignable?: boolean | undefined;
  readonly target?: string | undefined;
  readonly quarry?: string | undefined;
  readonly second?:
    | { readonly target?: string | undefined; readonly quarry?: string | undefined }
    | undefined;
}

/**
 * Whether a behavior pursues a target or a quarry, with the keys for that. A law without an aim may have parameters
 * with the same names, but those are numbers.
 */
export function choosesAim(behavior: Behavior): behavior is Behavior & Chooses {
  return 'choose' in behavior && typeof behavior.choose === 'string';
}

/**
 * Whether a behavior leads agents to their own goals: it is "navigate" without another aim, and the species has goals.
 */
export function seeksGoal(behavior: Behavior, { goals }: Pick<Species, 'goals'>): boolean {
  if (behavior.type !== 'navigate' || goals === undefined) return false;
  return behavior.target === undefined && behavior.quarry === undefined && !behavior.assignable;
}

/** Whether the command `assign` can choose the aim of a behavior. */
export function isAssignable(behavior: Behavior): behavior is Behavior & Chooses {
  return choosesAim(behavior) && behavior.assignable === true;
}
