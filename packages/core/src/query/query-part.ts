import type { SharedWorld } from '../world/world.ts';
import { type AgentTree, plantAgents } from './agent-tree.ts';
import { box } from './box.ts';
import { bufferOf } from './buffer.ts';
import { cast } from './cast.ts';
import { cone } from './cone.ts';
import { nearest } from './nearest.ts';
import type { ColumnMemory, Columns, QueryKind } from './query-kind.ts';
import { radius } from './radius.ts';
import type { Query, QueryType } from './request.ts';

/** The implementations of all kinds of queries, by type. */
export const QUERY_KINDS: Readonly<Record<QueryType, QueryKind>> = {
  nearest,
  radius,
  box,
  cone,
  ray: cast,
  sweep: cast,
};

/** The part of an answer that one thread computed; undefined if the part has more hits than an answer can hold. */
export type QueryPart = Columns | undefined;

/**
 * Answers the queries [begin, end) on the calling thread. Each thread builds its own tree of agents, because waiting
 * for a shared tree would take longer. It keeps the tree for later queries at the same tick.
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
  const memory = memoryIn(shared);
  const kind = QUERY_KINDS[query.type];
  return kind.answer(world, query, treeFor(world, query, begin, end), memory, begin, end);
}

/** The latest trees of a world at a tick, by the species that they contain. */
interface Grove {
  readonly tick: number;
  readonly trees: Map<number, AgentTree>;
}

/** The number of trees that a thread keeps of a world. */
const MOST_TREES = 4;

const groves = new WeakMap<SharedWorld, Grove>();

/** Returns the tree of the agents that may be found. A thread without queries gets an empty tree. */
function treeFor(world: SharedWorld, query: Query, begin: number, end: number): AgentTree {
  const sought = begin < end && query.against.includes('agents');
  const mask = sought ? query.mask : 0;
  const tick = world.frontTick;
  let grove = groves.get(world);
  if (grove?.tick !== tick) grove = { tick, trees: new Map() };
  groves.set(world, grove);
  const { trees } = grove;
  const tree = trees.get(mask) ?? plantAgents(world, mask);
  // The tree that was asked for last is kept longest.
  trees.delete(mask);
  trees.set(mask, tree);
  const [oldest] = trees.keys();
  if (trees.size > MOST_TREES) trees.delete(oldest);
  return tree;
}

function memoryIn(shared: boolean): ColumnMemory {
  return {
    u8: (length) => new Uint8Array(bufferOf(length, shared)),
    u32: (length) => new Uint32Array(bufferOf(4 * length, shared)),
    f32: (length) => new Float32Array(bufferOf(4 * length, shared)),
  };
}
