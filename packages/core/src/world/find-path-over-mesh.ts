import {
  createPlace,
  type MeshPlace,
  nearestInPart,
  nearestOnMesh,
  polygonsAt,
} from '../path/mesh/mesh-place.ts';
import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { pathThrough } from '../path/mesh/whole-path.ts';
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
  const { mesh, open: access } = finder;
  const start = createPlace();
  const goal = createPlace();
  nearestOnMesh(start, mesh, ...from);
  nearestOnMesh(goal, mesh, ...to);
  const starts = polygonsAround(mesh, start, from);
  let goals = polygonsAround(mesh, goal, to);
  const isFound = goals.some((end) => starts.some((polygon) => access.reaches(polygon, end)));
  if (!isFound) {
    const [x, y, z = 0] = to;
    nearestInPart(goal, mesh, start.polygon, x, y, z, (p) => access.reaches(start.polygon, p));
    goals = [goal.polygon, ...polygonsAt(mesh, goal.x, goal.y, goal.z)];
  }
  const ends = [start.x, start.y, goals, goal.x, goal.y] as const;
  const corridor = finder.find(starts, ...ends, access);
  const path = pathThrough(access, corridor, [start.x, start.y], [goal.x, goal.y]);
  const inSpace = world.plan.dimensions === 3;
  const points = Float64Array.from(
    path.points.flatMap(([x, y, z]) => (inSpace ? [x, y, z] : [x, y])),
  );
  return {
    status: isFound ? 'found' : 'unreachable',
    points,
    length: path.length,
    cost: path.cost,
  };
}
