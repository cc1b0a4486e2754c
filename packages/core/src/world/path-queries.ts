import { show } from '../errors.ts';
import { PathError } from '../path/path-error.ts';
import { MAX_LISTED } from '../schema/limits.ts';
import { mapCellOf } from './map.ts';
import { isNearMesh } from './mesh.ts';
import type { SharedWorld } from './world.ts';

/** A point of a path (m). On a ground with heights, `z` chooses the floor; it is 0 if left out. */
export type PathPoint = readonly [x: number, y: number, z?: number];

/** The start and the goal of a path on the map, mesh or ground of a world (m). */
export interface PathQuery {
  readonly from: PathPoint;
  readonly to: PathPoint;
}

export interface FoundPath {
  /**
   * Whether a path to the goal exists. If the status is `unreachable`, the path leads to the reachable cell nearest to
   * the goal. On a mesh, such a path leads to the reachable point nearest to the goal.
   */
  readonly status: 'found' | 'unreachable';
  /**
   * The points of the path as x, y, x, y and so on (m). On a map, the points are the centers of the first cell, the
   * last cell, and each cell where the path turns. On a mesh, they are the two ends of the path, and the corners where
   * the path turns. On a ground, the points are x, y, z, x, y, z and so on, also where the slope changes.
   */
  readonly points: Float64Array;
  /**
   * The length of the path (m), in the plan. On a map, it is measured from cell to cell; the line through `points` is never longer.
   */
  readonly length: number;
  /**
   * The cost of the path (m). On a map, the cost of a step is its length * the mean cost of its two cells * the factor
   * of the slope. The cost of the path is the sum over its steps. On a mesh, the cost equals `length`.
   */
  readonly cost: number;
}

const ENDS = ['from', 'to'] as const satisfies (keyof PathQuery)[];

/**
 * Checks a list of queries.
 *
 * @throws PathError in the same cases as `findPaths`
 */
export function checkQueries(world: SharedWorld, queries: readonly PathQuery[]): void {
  if (world.plan.map === undefined && world.plan.mesh === undefined) {
    throw new PathError('MAP_MISSING', 'The world has no map or mesh to find paths on.');
  }
  if (!Array.isArray(queries)) {
    throw new PathError('QUERY_INVALID', `Queries: found ${show(queries)}, expected an array.`);
  }
  const problems: string[] = [];
  for (let index = 0; index < queries.length && problems.length < MAX_LISTED; index++) {
    for (const key of ENDS) {
      const problem = problemOf(world, queries[index]?.[key]);
      if (problem !== undefined) problems.push(`Query ${index}, ${key}: ${problem}`);
    }
    const unknown = Object.keys(queries[index] ?? {}).find((key) => !ENDS.includes(key as 'from'));
    if (unknown !== undefined) {
      problems.push(`Query ${index}: found the key ${show(unknown)}, expected from and to.`);
    }
  }
  if (problems.length > 0) throw new PathError('QUERY_INVALID', problems.join('\n'));
}

/** Describes the problem with a point of a query. Returns undefined if the point is valid. */
function problemOf(world: SharedWorld, point: unknown): string | undefined {
  const { map, mesh } = world.plan;
  if (!isPoint(point)) {
    const found = show(Array.isArray(point) ? point.map(String).join(', ') : point);
    return `found ${found}, expected two numbers [x, y], or three on a ground.`;
  }
  const found = `found ${show(point[0])}, ${show(point[1])}`;
  if (map === undefined) {
    if (isNearMesh(world, point[0], point[1], point[2] ?? 0)) return undefined;
    return `${found}, expected a point on the mesh or at most ${mesh!.reach} m away from it.`;
  }
  if (mapCellOf(map, point[0], point[1]) >= 0) return undefined;
  const { origin, width, height, cellSize } = map;
  const [right, top] = [origin[0] + width * cellSize, origin[1] + height * cellSize];
  return `${found}, expected a point of the map, x from ${origin[0]} to ${right} and y from ${origin[1]} to ${top}.`;
}

function isPoint(point: unknown): point is PathPoint {
  return (
    Array.isArray(point) &&
    [0, 1].every((k) => typeof point[k] === 'number') &&
    ['number', 'undefined'].includes(typeof point[2])
  );
}
