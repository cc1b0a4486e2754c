import { type QueryPart, queryPart } from '../query/query-part.ts';
import type { Query } from '../query/request.ts';
import { rangeOf } from '../world/slice.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { beginSideTask } from './side-task.ts';

/** A task to answer queries. It is divided among some workers. */
export interface QueryTask {
  readonly query: Query;
  readonly workers: number;
  /** Whether the results go to memory that threads share. */
  readonly shared: boolean;
}

/** Answers one worker's part of the queries of a team. Never call it while a run steps the world. */
export function runQueries(
  world: SharedWorld,
  { query, workers, shared }: QueryTask,
  worker: number,
  inject?: Fault,
): QueryPart {
  beginSideTask(world, 'queries', worker, inject);
  return queryPart(world, query, ...rangeOf(query.count, workers, worker), shared);
}
