import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { NO_AGENT, type Query, type QueryAnswer } from './request.ts';

export type Column = Uint8Array | Uint32Array | Float32Array;

/** Columns of an answer by name: those of some queries stand behind those of the queries before. */
export type Columns = Readonly<Record<string, Column>>;

/** Makes the columns of a part, in memory that goes to other threads without being copied where it can. */
export interface ColumnRoom {
  u8(length: number): Uint8Array;
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
}

/** One kind of query. */
export interface QueryKind {
  /**
   * Answers the queries [begin, end) over a tree of the agents that may be found; undefined when they find
   * more than MAX_HITS.
   */
  answer(
    world: SharedWorld,
    query: Query,
    tree: AgentTree,
    room: ColumnRoom,
    begin: number,
    end: number,
  ): Columns | undefined;
  /** The answer, from the columns of all queries. */
  finish(query: Query, columns: Record<string, Column>): QueryAnswer;
}

/** Queries between two signs of life, less one. */
export const LIVE_QUERIES = 0xff;

/** The id that query `q` does not find. */
export function ignoredBy({ ignore }: Query, q: number): number {
  return ignore === undefined ? NO_AGENT : ignore[q];
}
