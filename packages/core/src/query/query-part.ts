import type { SharedWorld } from '../world/world.ts';
import { type AgentTree, plantAgents } from './agent-tree.ts';
import { box } from './box.ts';
import { bufferOf } from './buffer.ts';
import { ray, sweep } from './cast.ts';
import { cone } from './cone.ts';
import { nearest } from './nearest.ts';
import type { ColumnRoom, Columns, QueryKind } from './query-kind.ts';
import { radius } from './radius.ts';
import type { Query, QueryType } from './request.ts';

/** The implementations of all kinds of queries, by type. */
export const QUERY_KINDS: Readonly<Record<QueryType, QueryKind>> = {
  nearest,
  radius,
  box,
  cone,
  ray,
  sweep,
};

/** The part of an answer that one thread computed; undefined if the part has more hits than an answer can hold. */
export type QueryPart = Columns | undefined;

/**
 * Answers the queries [begin, end) on the calling thread. Each thread builds its own tree of agents, because waiting
 * for a shared tree would take longer.
 *
 * @param shared whether the columns of the answer must be in shared memory
 */
export function queryPart(
  world: SharedWorld,
  query: Query,
  begin: number,
  end: number,
  shared: boolean,
): QueryPart {
  const room = roomIn(shared);
  const kind = QUERY_KINDS[query.type];
  return kind.answer(world, query, treeFor(world, query, begin, end), room, begin, end);
}

/** Builds the tree of the agents that may be found. A thread without queries gets an empty tree. */
function treeFor(world: SharedWorld, query: Query, begin: number, end: number): AgentTree {
  const sought = begin < end && query.against.includes('agents');
  return plantAgents(world, sought ? query.mask : 0);
}

function roomIn(shared: boolean): ColumnRoom {
  return {
    u8: (length) => new Uint8Array(bufferOf(length, shared)),
    u32: (length) => new Uint32Array(bufferOf(4 * length, shared)),
    f32: (length) => new Float32Array(bufferOf(4 * length, shared)),
  };
}
