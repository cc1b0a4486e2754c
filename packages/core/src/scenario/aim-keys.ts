import type { Behavior } from './behavior-types.ts';
import type { Species } from './species-schema.ts';

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
 * Returns whether a behavior has the keys that choose a target or a quarry. In such a behavior, the key `choose` is a
 * string. A law without an aim may have a parameter named `choose`, but the value of that parameter is a number.
 */
export function choosesAim(behavior: Behavior): behavior is Behavior & Chooses {
  return 'choose' in behavior && typeof behavior.choose === 'string';
}

/**
 * Returns whether a behavior leads agents to their own goals. The species must have goals. The behavior must be a
 * "navigate" that is not assignable, and that has no target and no quarry.
 */
export function seeksGoal(behavior: Behavior, { goals }: Pick<Species, 'goals'>): boolean {
  if (behavior.type !== 'navigate' || goals === undefined) return false;
  return behavior.target === undefined && behavior.quarry === undefined && !behavior.assignable;
}

/** Returns whether the command `assign` can choose the aim of a behavior. */
export function isAssignable(behavior: Behavior): behavior is Behavior & Chooses {
  return choosesAim(behavior) && behavior.assignable === true;
}
