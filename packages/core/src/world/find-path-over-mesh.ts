import { pullStraight } from '../path/mesh/funnel.ts';
import {
  createPlace,
  type MeshPlace,
  nearestInPart,
  nearestOnMesh,
  polygonsAt,
} from '../path/mesh/mesh-place.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { onSurface } from '../path/mesh/on-surface.ts';
import { corridorFinderOf } from './path-finders.ts';
import type { FoundPath, PathPoint, PathQuery } from './path-queries.ts';
import type { SharedWorld } from './world.ts';

/** The polygons that contain a point (m), or else its nearest point on the mesh, `nearest`. */
function polygonsAround(mesh: NavMesh, nearest: MeshPlace, [x, y]: PathPoint): number[] {
  const own = polygonsAt(mesh, x, y, nearest.z);
  return own.length > 0 ? own : polygonsAt(mesh, nearest.x, nearest.y, nearest.z);
}

/**
 * Finds the shortest path over the mesh for a body of radius 0. The path begins and ends at the points of the mesh that
 * are nearest to the given points. A point on an edge or a vertex is in all polygons around it. If the goal cannot be
 * reached, the path leads to the reachable point nearest to the goal.
 *
 * @throws PathError SEARCH_TOO_LARGE if the search needs more views than its bound allows
 */
export function findPathOverMesh(world: SharedWorld, { from, to }: PathQuery): FoundPath {
  const finder = corridorFinderOf(world);
  const { mesh } = finder;
  const start = createPlace();
  const goal = createPlace();
  nearestOnMesh(start, mesh, ...from);
  nearestOnMesh(goal, mesh, ...to);
  const starts = polygonsAround(mesh, start, from);
  let goals = polygonsAround(mesh, goal, to);
  const isFound = goals.some((end) => starts.some((polygon) => finder.reaches(polygon, end)));
  if (!isFound) {
    nearestInPart(goal, mesh, start.polygon, ...to);
    goals = [goal.polygon, ...polygonsAt(mesh, goal.x, goal.y, goal.z)];
  }
  const corridor = finder.find(starts, start.x, start.y, goals, goal.x, goal.y);
  const [begin, end] = [[start.x, start.y] as const, [goal.x, goal.y] as const];
  const bends = pullStraight(mesh, corridor, 0, corridor.length, begin, end, 0);
  const flat = Float64Array.from([...begin, ...bends]);
  let length = 0;
  for (let k = 2; k < flat.length; k += 2) {
    const [x, y] = [flat[k] - flat[k - 2], flat[k + 1] - flat[k - 1]];
    length += Math.sqrt(x * x + y * y);
  }
  const inSpace = world.plan.dimensions === 3;
  const points = inSpace ? Float64Array.from(onSurface(mesh, corridor, flat).flat()) : flat;
  return { status: isFound ? 'found' : 'unreachable', points, length, cost: length };
}
