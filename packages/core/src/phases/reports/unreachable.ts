import { isWall, mapCellOf } from '../../world/map.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { pathFinderOf } from '../../world/path-finders.ts';
import type { ReportPlan } from '../../world/report-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { targetAfter } from './distance.ts';

type Unreachable = Extract<ReportPlan, { event: 'unreachable' }>;

/**
 * Whether no way leads from where the agent at place `i` of back is to its own goal or to the target: over the
 * map of front, as `settle` has not changed that of back yet. Nothing in a wall, or outside of the map, is reached.
 */
export function isUnreachable(world: SharedWorld, { target }: Unreachable, i: number): boolean {
  const { plan, front, back } = world;
  const map = plan.map!;
  const to = target < 0 ? undefined : targetAfter(world, target);
  const goal = mapCellOf(map, to?.x ?? back.goal.x[i], to?.y ?? back.goal.y[i]);
  if (isWall(front, goal)) return true;
  // Out of a wall that was put where it stands, it goes to the open cell nearest by.
  const start = openCellsOf(world, front).near(front, back.position.x[i], back.position.y[i]);
  return start < 0 || !pathFinderOf(world).reaches(start, goal);
}
