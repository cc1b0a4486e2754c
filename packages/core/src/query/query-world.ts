import { QueryError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh } from '../world/world.ts';
import type { Column } from './query-kind.ts';
import { QUERY_KINDS, type QueryPart, queryPart } from './query-part.ts';
import { readQuery } from './read-query.ts';
import { MAX_HITS, type Query, type QueryAnswer, type QueryRequest } from './request.ts';

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

/**
 * Joins the parts that all threads computed, in the order of the threads. The answer is in memory that is not shared.
 *
 * @throws QueryError QUERY_TOO_LARGE for too many hits; WorldError NO_MEMORY when an allocation fails
 */
export function answerOf(query: Query, parts: readonly QueryPart[]): QueryAnswer {
  let hits = 0;
  for (const part of parts) hits += part === undefined ? Infinity : part.ids.length;
  if (hits > MAX_HITS) {
    const expected = `at most ${MAX_HITS} hits in one answer; split the request`;
    throw new QueryError('QUERY_TOO_LARGE', [
      { path: '$', found: `more than ${MAX_HITS} hits`, expected },
    ]);
  }
  return withMemory('answer queries', () => {
    const whole = parts as Exclude<QueryPart, undefined>[];
    const columns: Record<string, Column> = {};
    for (const name of Object.keys(whole[0])) {
      columns[name] = joined(whole.map((part) => part[name]));
    }
    return QUERY_KINDS[query.type].finish(query, columns);
  });
}

function joined(columns: readonly Column[]): Column {
  const [first] = columns;
  if (columns.length === 1 && first.buffer instanceof ArrayBuffer) return first;
  const length = columns.reduce((sum, column) => sum + column.length, 0);
  const all = new (first.constructor as new (length: number) => Column)(length);
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}
