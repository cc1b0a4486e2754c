import { isWall, mapCellOf } from '../../world/map.ts';
import { reachesOverMesh } from '../../world/mesh.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { pathFinderOf } from '../../world/path-finders.ts';
import type { ReportPlan } from '../../world/report-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { targetAfter } from './distance.ts';

type Unreachable = Extract<ReportPlan, { event: 'unreachable' }>;

/**
 * Whether no way leads from where the agent at place `i` of back is to its own goal or to the target: over the
 * map of front, as `settle` has not changed that of back yet. Nothing in a wall, outside of the map,
 * or farther beside the mesh than its `reach`, is reached.
 */
export function isUnreachable(world: SharedWorld, { target }: Unreachable, i: number): boolean {
  const { plan, front, back } = world;
  const to = target < 0 ? undefined : targetAfter(world, target);
  const [x, y] = [to?.x ?? back.goal.x[i], to?.y ?? back.goal.y[i]];
  const { x: fromX, y: fromY } = back.position;
  if (plan.mesh !== undefined) return !reachesOverMesh(world, fromX[i], fromY[i], x, y);
  const goal = mapCellOf(plan.map!, x, y);
  if (isWall(front, goal)) return true;
  // Out of a wall that was put where it stands, it goes to the open cell nearest by.
  const start = openCellsOf(world, front).near(front, fromX[i], fromY[i]);
  return start < 0 || !pathFinderOf(world).reaches(start, goal);
}
