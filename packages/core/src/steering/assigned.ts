import type { State } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Returns the index of the target at which the agent at place `i` aims in a behavior. If the behavior is assignable, a
 * target that was assigned to the agent replaces the target of the behavior. If the behavior has no target, for example
 * because it has a quarry, returns -1.
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
 * Returns the place of the quarry that was assigned to the agent at place `i`, or -1 if the behavior cannot pursue it.
 * The quarry must be alive, belong to the quarry species of the behavior, and not be the agent itself.
 */
export function assignedQuarryOf(
  { front, plan }: SharedWorld,
  { quarry, assignable }: BehaviorPlan,
  i: number,
): number {
  if (!assignable || quarry < 0 || front.assignedQuarry[i] === 0) return -1;
  const id = (front.assignedQuarry[i] - 1) >>> 0;
  const at = front.slot[id & plan.ids.indexMask];
  // The row may belong to another agent by now.
  if (front.id[at] !== id || front.status[at] !== STATUS.alive) return -1;
  return front.species[at] === quarry && at !== i ? at : -1;
}

/**
 * If the behavior aims at a target, returns whether a target was assigned to the agent at place `i`. Otherwise returns
 * whether a quarry was assigned to the agent.
 */
export function isAssigned({ front }: SharedWorld, behavior: BehaviorPlan, i: number): boolean {
  return (behavior.target < 0 ? front.assignedQuarry[i] : front.assignedTarget[i]) !== 0;
}
