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
 * Whether a behavior goes after a target or a quarry, with the keys for that. A law without an aim may have
 * parameters of their names, which are numbers.
 */
export function choosesAim(behavior: Behavior): behavior is Behavior & Chooses {
  return 'choose' in behavior && typeof behavior.choose === 'string';
}

/** Whether a behavior leads agents to goals of their own: it may, names nothing else, and their species has goals. */
export function seeksGoal(behavior: Behavior, { goals }: Pick<Species, 'goals'>): boolean {
  if (behavior.type !== 'navigate' || goals === undefined) return false;
  return behavior.target === undefined && behavior.quarry === undefined && !behavior.assignable;
}

/** Whether the command `assign` may say what a behavior goes after. */
export function isAssignable(behavior: Behavior): behavior is Behavior & Chooses {
  return choosesAim(behavior) && behavior.assignable === true;
}
