import type { State } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The target that the agent at place `i` of a state goes after by a behavior: the one that it was given, else the
 * behavior's own; -1 of a behavior with a quarry.
 */
export function targetOf(
  { assignedTarget }: Pick<State, 'assignedTarget'>,
  { target, assignable }: BehaviorPlan,
  i: number,
): number {
  if (!assignable || target < 0 || assignedTarget[i] === 0) return target;
  return assignedTarget[i] - 1;
}

/**
 * The place of the agent that the one at place `i` was given, where a behavior can go after it: it lives, is of the
 * behavior's quarry, and another; else -1.
 */
export function assignedQuarryOf(
  { front, plan }: SharedWorld,
  { quarry, assignable }: BehaviorPlan,
  i: number,
): number {
  if (!assignable || quarry < 0 || front.assignedQuarry[i] === 0) return -1;
  const id = (front.assignedQuarry[i] - 1) >>> 0;
  const at = front.slot[id & plan.ids.indexMask];
  // Its row may have another life by now.
  if (front.id[at] !== id || front.status[at] !== STATUS.alive) return -1;
  return front.species[at] === quarry && at !== i ? at : -1;
}

/** Whether the agent at place `i` was given what a behavior can go after, or could. */
export function isAssigned({ front }: SharedWorld, behavior: BehaviorPlan, i: number): boolean {
  return (behavior.target < 0 ? front.assignedQuarry[i] : front.assignedTarget[i]) !== 0;
}
