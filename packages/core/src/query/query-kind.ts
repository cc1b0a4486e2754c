import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { NO_AGENT, type Query, type QueryAnswer } from './request.ts';

export type Column = Uint8Array | Uint32Array | Float32Array;

/** The columns of an answer, by name. The entries of each query follow those of the queries before it. */
export type Columns = Readonly<Record<string, Column>>;

/** Allocates the columns of a part of an answer, in shared memory if other threads read them. */
export interface ColumnRoom {
  u8(length: number): Uint8Array;
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
}

/** The implementation of one kind of query. */
export interface QueryKind {
  /**
   * Answers the queries [begin, end) with a tree of the agents that may be found; undefined when they have more than
   * MAX_HITS hits.
   */
  answer(
    world: SharedWorld,
    query: Query,
    tree: AgentTree,
    room: ColumnRoom,
    begin: number,
    end: number,
  ): Columns | undefined;
  /** Makes the answer from the columns of all queries. */
  finish(query: Query, columns: Record<string, Column>): QueryAnswer;
}

/** The number of queries between two signs of life, minus one, as a bit mask. */
export const LIVE_QUERIES = 0xff;

/** The id that query `q` ignores, or NO_AGENT. */
export function ignoredBy({ ignore }: Query, q: number): number {
  return ignore === undefined ? NO_AGENT : ignore[q];
}
