import { withMemory } from '../no-memory.ts';
import { bendsOf } from '../path/smooth.ts';
import { findPathOverMesh } from './find-path-over-mesh.ts';
import { checkAtBoundary } from './hold.ts';
import { centerX, centerY, mapCellOf } from './map.ts';
import { pathFinderOf } from './path-finders.ts';
import { checkQueries, type FoundPath, type PathQuery } from './path-queries.ts';
import { innerOf, type World } from './public-world.ts';
import { refresh, type SharedWorld } from './world.ts';

/**
 * Finds the cheapest paths over the current map of a world, or the shortest paths over its mesh. Runs on the calling
 * thread.
 *
 * @throws PathError MAP_MISSING for a world with neither a map nor a mesh; QUERY_INVALID for points that are malformed,
 * outside the map, or too far from the mesh. The message lists these points
 * @throws WorldError WORLD_BUSY while workers step the world (use `team.findPaths` then); NO_MEMORY when the search
 * cannot allocate
 */
export function findPaths(world: World, queries: readonly PathQuery[]): FoundPath[] {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'findPaths');
  refresh(inner);
  checkQueries(inner, queries);
  return withMemory('find paths', () => queries.map((query) => findPath(inner, query)));
}

/** Answers one query that was already checked. */
export function findPath(world: SharedWorld, query: PathQuery): FoundPath {
  if (world.plan.mesh !== undefined) return findPathOverMesh(world, query);
  const { from, to } = query;
  const map = world.plan.map!;
  const finder = pathFinderOf(world);
  const start = mapCellOf(map, from[0], from[1]);
  const goal = mapCellOf(map, to[0], to[1]);
  const { status, cells, length, cost } = finder.find(start, goal);
  const turns = bendsOf(finder, cells);
  const points = new Float64Array(2 * turns.length);
  turns.forEach((cell, k) => {
    points[2 * k] = centerX(map, cell);
    points[2 * k + 1] = centerY(map, cell);
  });
  return {
    // The search has no budget, so it ends only when it found a path or there is none.
    status: status === 'found' ? 'found' : 'unreachable',
    points,
    length: length * map.cellSize,
    cost: cost * map.cellSize,
  };
}
