import { QueryError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import type { Column, Columns } from './query-kind.ts';
import type { QueryPart } from './query-part.ts';
import { MAX_HITS, type Query, type QueryAnswer } from './request.ts';

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
    return finished(query, columns);
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

/** Makes the final answer from the columns of all queries. */
function finished({ type, k }: Query, columns: Columns): QueryAnswer {
  const isFixed = type === 'nearest' || type === 'ray' || type === 'sweep';
  const own = type === 'nearest' ? { type, k } : { type };
  return { ...own, ...(isFixed ? columns : withOffsets(columns)) } as unknown as QueryAnswer;
}

/** Replaces the column of list lengths by a column of the offsets at which the lists begin. */
function withOffsets({ counts, ...columns }: Columns): {
  offsets: Uint32Array;
} & Record<string, Column> {
  const offsets = new Uint32Array(counts.length + 1);
  for (let q = 0; q < counts.length; q++) offsets[q + 1] = offsets[q] + counts[q];
  return { offsets, ...columns };
}
