import { withMemory } from '../no-memory.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh } from '../world/world.ts';
import { answerOf } from './answer.ts';
import { queryPart } from './query-part.ts';
import { readQuery } from './read-query.ts';
import type { QueryAnswer, QueryRequest } from './request.ts';

/**
 * Answers queries about the current state of a world, on the calling thread. `team.query` uses all threads and gives
 * the same bits. Only living agents are found.
 *
 * @throws QueryError QUERY_INVALID, listing every problem of the request; QUERY_TOO_LARGE for more than 2^26 hits
 * @throws WorldError WORLD_BUSY while workers step the world; NO_MEMORY when an allocation fails
 */
export function query<const R extends QueryRequest>(world: World, request: R): QueryAnswer<R> {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'query');
  refresh(inner);
  const read = readQuery(inner, request, false);
  const part = withMemory('answer queries', () => queryPart(inner, read, 0, read.count, false));
  return answerOf(read, [part]) as QueryAnswer<R>;
}
