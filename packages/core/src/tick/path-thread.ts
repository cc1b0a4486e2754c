import { findPath } from '../world/find-paths.ts';
import type { FoundPath, PathQuery } from '../world/path-queries.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/** Answers one worker's part of the path queries of a team. Never call it while a run steps the world. */
export function runPaths(
  world: SharedWorld,
  queries: readonly PathQuery[],
  worker: number,
  inject?: Fault,
): FoundPath[] {
  const live = beginSideTask(world, 'paths', worker, inject);
  return queries.map((query) => {
    live();
    return findPath(world, query);
  });
}
