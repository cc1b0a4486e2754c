import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { NO_AGENT, type Query } from './request.ts';

export type Column = Uint8Array | Uint32Array | Float32Array;

/** The columns of an answer, by name. Each column lists the entries of all queries, query by query. */
export type Columns = Readonly<Record<string, Column>>;

/** Allocates the columns of one thread's part of an answer. They are in shared memory if other threads read them. */
export interface ColumnMemory {
  u8(length: number): Uint8Array;
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
}

/** How one kind of query is answered. */
export interface QueryKind {
  /**
   * Answers the queries [begin, end). `tree` has the agents that may be found. Returns undefined if the queries have
   * more than MAX_HITS hits.
   */
  answer(
    world: SharedWorld,
    query: Query,
    tree: AgentTree,
    memory: ColumnMemory,
    begin: number,
    end: number,
  ): Columns | undefined;
}

/** One less than the number of queries between two signs of life of the thread. The value is used as a bit mask. */
export const LIVE_QUERIES = 0xff;

/** The id of the agent that query `q` ignores, or NO_AGENT. */
export function ignoredBy({ ignore }: Query, q: number): number {
  return ignore === undefined ? NO_AGENT : ignore[q];
}
