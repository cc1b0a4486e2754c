import { isWall, mapCellOf } from '../../world/map.ts';
import { beginOfWay } from '../../world/mesh.ts';
import { openCellsOf } from '../../world/open-cells.ts';
import { pathFinderOf, reachesOverMesh } from '../../world/path-finders.ts';
import type { ReportPlan } from '../../world/report-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { targetAfter } from './distance.ts';

type Unreachable = Extract<ReportPlan, { event: 'unreachable' }>;

/**
 * Whether the agent at place `i` of the back state cannot reach its destination. The destination is the target of the
 * report, or the agent's own goal if the report has no target. Uses the map of the front state, because `settle` has
 * not updated the map of the back state yet. A destination in a wall or outside the map is always unreachable. With a
 * mesh, a destination is always unreachable if its distance from the mesh is more than the mesh's `reach`.
 */
export function isUnreachable(world: SharedWorld, { target }: Unreachable, i: number): boolean {
  const { plan, front, back } = world;
  const to = target < 0 ? undefined : targetAfter(world, target);
  const { goal: own } = back;
  const { x, y, z } = to ?? { x: own.x[i], y: own.y[i], z: own.z[i] };
  if (plan.mesh !== undefined) {
    return !reachesOverMesh(world, back.species[i], beginOfWay(world, back, i), [x, y, z]);
  }
  const goal = mapCellOf(plan.map!, x, y);
  if (isWall(front, goal)) return true;
  // An agent inside a wall that was placed there later goes to the nearest open cell.
  const { x: fromX, y: fromY } = back.position;
  const start = openCellsOf(world, front).near(front, fromX[i], fromY[i]);
  return start < 0 || !pathFinderOf(world).reaches(start, goal);
}
