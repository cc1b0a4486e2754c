import { hasAsked } from '../../steering/paths/turns.ts';
import type { LastingReport } from '../../world/state-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { hasArrived } from './arrived.ts';
import { hasCrossed, isCrossing } from './crossed.ts';
import { isNear } from './near.ts';
import { isUnreachable } from './unreachable.ts';

/**
 * Whether the condition of a report is true after the step, for the living agent at place `i` of the back state. If the
 * condition of a `near` report was true before, it stays true up to the larger distance `release`.
 */
export function holds(
  world: SharedWorld,
  report: LastingReport,
  i: number,
  wasNear: boolean,
): boolean {
  switch (report.event) {
    case 'arrived':
      return hasArrived(world, report, i);
    case 'unreachable':
      return isUnreachable(world, report, i);
    case 'waiting':
      return hasAsked(world, world.back.id[i] & world.plan.ids.indexMask);
    case 'near':
      return isNear(world, report, i, wasNear);
    default:
      return isCrossing(report) && hasCrossed(world, report, i);
  }
}
