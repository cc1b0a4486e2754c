import type { ReportPlan } from '../../world/report-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { isWithin, targetAfter } from './distance.ts';

type Arrived = Extract<ReportPlan, { event: 'arrived' }>;

/**
 * Whether the agent at place `i` of the back state has arrived: at its own goal, at a target, or at the last point of a
 * path. The test for a target uses the position that the target has at the end of this step. At the last point of a
 * path, the agent has arrived even if the agent has already left that point again.
 */
export function hasArrived(world: SharedWorld, report: Arrived, i: number): boolean {
  const { target, path, radius } = report;
  if (target >= 0) {
    const { x, y, z } = targetAfter(world, target);
    return isWithin(world, i, x, y, z, radius);
  }
  const { goal, waypoint } = world.back;
  if (path < 0) return isWithin(world, i, goal.x[i], goal.y[i], goal.z[i], radius);
  const { first, count } = world.plan.paths[path];
  const { x, y, z } = world.constants.pathPoint;
  const last = first + count - 1;
  if (waypoint[i] >= count) return true;
  return waypoint[i] === count - 1 && isWithin(world, i, x[last], y[last], z[last], radius);
}
