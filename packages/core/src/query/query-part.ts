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

/** All kinds of queries. */
export const QUERY_KINDS: Readonly<Record<QueryType, QueryKind>> = {
  nearest,
  radius,
  box,
  cone,
  ray,
  sweep,
};

/** What one thread found; undefined when it was more than an answer may hold. */
export type QueryPart = Columns | undefined;

/**
 * Answers the queries [begin, end) on the calling thread. Each thread plants a tree of its own, which takes
 * less time than to wait for one of all.
 *
 * @param shared whether the columns are to lie in memory that threads share
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

/** Of a thread without queries no agent is sought. */
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
