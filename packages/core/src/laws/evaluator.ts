import { dot } from '../math/vector.ts';
import type { WorkedLaw } from './law.ts';
import {
  type AimColumn,
  type DeclaredColumn,
  type NodeData,
  type OtherColumn,
  REDUCTIONS,
  type Reduction,
  type SelfColumn,
} from './node.ts';
import { OPERATIONS, type Operation, type OperationName } from './operations.ts';
import { type Key, keyOf, type Pass, rankOf, type Schedule, scheduleOf } from './schedule.ts';
import { reachWithin, type Uniform, uniformLeaf } from './uniform.ts';

/**
 * The pairs of an agent and a neighbor, for all agents of a block. The pairs are in the order of the agents. The pairs
 * of one agent are in the stored order of its neighbors.
 */
export type PairColumns = {
  readonly count: number;
  /** For each pair, the index of its agent in the block. */
  readonly agent: ArrayLike<number>;
} & Readonly<Record<OtherColumn | DeclaredColumn, ArrayLike<number>>>;

/** A block of agents for which a law is evaluated together, with the agent data that the law reads. */
export interface LawBlock extends Uniform {
  readonly count: number;
  /**
   * Returns the values of a column, one per agent. A value that all agents share may be returned as a single number.
   */
  readonly selfOf: (column: SelfColumn | DeclaredColumn) => ArrayLike<number> | number;
  readonly aimOf: (column: AimColumn) => ArrayLike<number>;
  readonly secondOf: (column: AimColumn) => ArrayLike<number>;
  /**
   * Returns pairs of an agent and a neighbor that the behavior sees. The result has all pairs within `reach` (m), and
   * may have some that are farther apart. No agent is its own neighbor. The result is valid until the next call.
   */
  readonly pairsWithin: (reach: number) => PairColumns;
  /** Called repeatedly while many pairs are processed, to show that the evaluation still makes progress. */
  readonly live?: () => void;
  /** Returns the values of a scalar field, by cell index. */
  readonly cellsOf: (field: string) => ArrayLike<number>;
  /** The largest distance (m) at which a neighbor can be. */
  readonly farthest: number;
}

/**
 * Values of a node. With the mask -1 there is one value for each agent or pair. With the mask 0 there is a single value
 * for all.
 */
export interface Lanes {
  readonly values: Float64Array;
  readonly mask: -1 | 0;
}

const fround = Math.fround;
const NOTHING: Lanes = { values: new Float64Array(1), mask: 0 };

/**
 * Number of pairs that are processed together. With this number, the values of the nodes stay in the processor's
 * caches.
 */
const PAIRS = 4096;

/**
 * The best pair of each agent: the pair with the lowest key so far. Pairs are processed in batches. For each agent,
 * `pair` has the index of the best pair in the present batch. The index is -1 if the best pair is not in this batch.
 */
interface Best {
  pair: Int32Array;
  /** For each agent, `lowest` is the lowest key so far, and `id` is the id of the neighbor with this key. */
  lowest: Float64Array;
  id: Float64Array;
}

/** The `rank` nearest neighbors of each agent so far, the nearest first: their squared distances (m^2), and their ids. */
interface Ranked {
  readonly rank: number;
  readonly keys: Float64Array;
  readonly ids: Float64Array;
}

/**
 * Evaluates a law in plain arithmetic, node by node, for all agents of a block. This is the "ts" kernel, the reference
 * for compiled code, and a way to test a law without a world.
 */
export class LawEvaluator {
  readonly #law: WorkedLaw;
  readonly #schedule: Schedule;
  /** Values of the nodes that belong to agents, by node. */
  readonly #values: (Lanes | undefined)[] = [];
  /**
   * Values of the nodes during the present pass, by node. Each node has one value per pair. If a node belongs to
   * agents, the value of each agent is repeated for each of its pairs.
   */
  readonly #pairs: (Lanes | undefined)[] = [];
  /** Buffers for the values, by node. A buffer is made once, and made again only for a larger block. */
  readonly #buffers: readonly { readonly agents: Buffer; readonly pairs: Buffer }[];
  /** The operation of each node; undefined for a node that is not an operation. */
  readonly #steps: readonly (Step | undefined)[];
  /**
   * Each pass reads one set of neighbors. These arrays describe the pairs whose neighbor is in the set of the current
   * pass. `#seen` has the index of each such pair in the list of all pairs. `#agentOf` has the agent of each such pair.
   */
  #seen = new Int32Array(256);
  #agentOf = new Int32Array(256);
  #seenCount = 0;
  /** The squared distance (m^2) of each pair in `#seen`. */
  #squared = new Float64Array(256);
  /** The range of the pairs in `#seen` that is being processed: its first pair, and the number of pairs. */
  #first = 0;
  #count = 0;
  readonly #best = new Map<Key, Best>();
  /** For each reduction that finds a neighbor by its rank, the nearest neighbors so far. */
  readonly #ranks = new Map<number, Ranked>();

  constructor(law: WorkedLaw) {
    this.#law = law;
    this.#schedule = scheduleOf(law);
    this.#buffers = law.nodes.map(() => ({
      agents: { values: new Float64Array(1), mask: -1 },
      pairs: { values: new Float64Array(0), mask: -1 },
    }));
    this.#steps = law.nodes.map(stepOf);
  }

  /**
   * Returns the components of the law's vector in f32: a force (N), a velocity (m/s), or the next values of columns.
   * The returned arrays are valid until the next call.
   */
  evaluate(block: LawBlock): readonly Lanes[] {
    for (const { agents, passes } of this.#schedule) {
      for (const at of agents) this.#values[at] = this.#ofAgents(at, block);
      for (const pass of passes) this.#reduce(pass, block);
    }
    return this.#law.vector.map((at) => this.#values[at]!);
  }

  #ofAgents(at: number, block: LawBlock): Lanes {
    const step = this.#steps[at];
    if (step !== undefined) {
      const { a, b, c } = step;
      const values = this.#values;
      const [lanes, two] = [values[a]!, b < 0 ? NOTHING : values[b]!];
      const three = c < 0 ? NOTHING : values[c]!;
      return operate(step, lanes, two, three, block.count, this.#buffers[at].agents);
    }
    const node = this.#law.nodes[at];
    if (node[0] === 'cell') {
      const buffer = this.#agentLanes(at, block.count);
      gatherInto(buffer, this.#values[node[1]]!, block.cellsOf(node[2]), block.count);
      return buffer;
    }
    const column = leafOf(node, block);
    if (typeof column === 'number') {
      const buffer = this.#agentLanes(at, 1);
      buffer.values[0] = column;
      buffer.mask = 0;
      return buffer;
    }
    const buffer = this.#agentLanes(at, block.count);
    for (let k = 0; k < block.count; k++) buffer.values[k] = column[k];
    return buffer;
  }

  /** Computes the reductions of a pass. Sums are added in the order of the pairs, from the left. */
  #reduce(pass: Pass, block: LawBlock): void {
    const { set, pairs, reductions, keys } = pass;
    const { nodes } = this.#law;
    const [, radiusAt] = nodes[set] as readonly [string, number, number];
    const reach = reachWithin(this.#values[radiusAt]!.values[0], block.farthest);
    const columns = block.pairsWithin(reach);
    this.#look(set, reach, columns, block);
    // Some columns are only gathered when they are asked for.
    const read = new Map<OtherColumn | DeclaredColumn, ArrayLike<number>>();
    for (const at of pairs) {
      const node = nodes[at];
      if (node[0] === 'other') read.set(node[2], columns[node[2]]);
    }
    if (keys.length > 0) read.set('id', columns.id);
    for (const at of reductions) {
      const buffer = this.#agentLanes(at, block.count);
      buffer.values.fill(REDUCTIONS[nodes[at][0] as Reduction].none, 0, block.count);
      this.#values[at] = buffer;
    }
    for (const key of keys) this.#readyBest(key, block.count);
    for (const at of reductions) {
      const rank = rankOf(nodes, at);
      if (rank === undefined) continue;
      read.set('id', columns.id);
      const ids = new Float64Array(block.count * rank).fill(REDUCTIONS.rankId.none);
      this.#ranks.set(at, { rank, keys: ids.map(() => Number.POSITIVE_INFINITY), ids });
    }
    for (let first = 0; first < this.#seenCount; first += PAIRS) {
      block.live?.();
      this.#first = first;
      this.#count = Math.min(PAIRS, this.#seenCount - first);
      this.#reducePairs(pass, read, block);
    }
  }

  #reducePairs(
    { pairs, reductions, keys }: Pass,
    columns: ReadonlyMap<OtherColumn | DeclaredColumn, ArrayLike<number>>,
    block: LawBlock,
  ): void {
    const { nodes } = this.#law;
    const agents = block.count;
    this.#pairs.length = 0;
    for (const at of pairs) this.#pairs[at] = this.#ofPairs(at, columns, block);
    for (const key of keys) this.#choose(key, columns.get('id')!, agents);
    const agentOf = this.#agentOf.subarray(this.#first, this.#first + this.#count);
    for (const at of reductions) {
      const [name, , ...operands] = nodes[at] as readonly [Reduction, ...number[]];
      if (name === 'rankSquared' || name === 'rankId') {
        this.#rank(at, columns.get('id')!, agents);
        continue;
      }
      const of = operands.length === 0 ? NOTHING : this.#spread(operands.at(-1)!);
      const { values } = this.#values[at]!;
      if (name === 'nearest' || name === 'lowest') {
        takeInto(values, agents, this.#best.get(keyOf(nodes[at])!)!.pair, of);
      } else reduceInto(values, name, agentOf, of);
    }
  }

  #readyBest(key: Key, count: number): void {
    let best = this.#best.get(key);
    if (best === undefined || best.pair.length < count) {
      best = {
        pair: new Int32Array(count),
        lowest: new Float64Array(count),
        id: new Float64Array(count),
      };
      this.#best.set(key, best);
    }
    best.lowest.fill(Number.POSITIVE_INFINITY, 0, count);
    best.id.fill(0, 0, count);
  }

  /**
   * For each agent, finds the pair with the lowest key so far. Stores the index of the pair in the present batch, or -1
   * if the pair is not in this batch.
   */
  #choose(key: Key, ids: ArrayLike<number>, agents: number): void {
    const { pair, lowest, id } = this.#best.get(key)!;
    const [seen, agentOf, first, count] = [this.#seen, this.#agentOf, this.#first, this.#count];
    const bySquare = key === 'squared';
    const { values, mask } = bySquare ? NOTHING : this.#spread(key);
    pair.fill(-1, 0, agents);
    for (let k = 0; k < count; k++) {
      const value = bySquare ? this.#squared[first + k] : values[k & mask];
      const j = agentOf[first + k];
      const own = ids[seen[first + k]];
      // `lowest` starts at infinity, with the id 0. No id is below 0, so an infinite key never wins.
      if (!(value < lowest[j] || (value === lowest[j] && own < id[j]))) continue;
      pair[j] = k;
      lowest[j] = value;
      id[j] = own;
    }
  }

  /** Puts the neighbors of the present batch among the nearest of each agent. Stores what the reduction `at` yields. */
  #rank(at: number, neighborIds: ArrayLike<number>, agents: number): void {
    const { rank, keys, ids } = this.#ranks.get(at)!;
    const [seen, agentOf, first, count] = [this.#seen, this.#agentOf, this.#first, this.#count];
    for (let k = first; k < first + count; k++) {
      const [key, id] = [this.#squared[k], neighborIds[seen[k]]];
      const start = rank * agentOf[k];
      let place = start + rank;
      while (place > start) {
        const isSooner = key < keys[place - 1] || (key === keys[place - 1] && id < ids[place - 1]);
        if (!isSooner) break;
        place--;
      }
      if (place === start + rank) continue;
      keys.copyWithin(place + 1, place, start + rank - 1);
      ids.copyWithin(place + 1, place, start + rank - 1);
      keys[place] = key;
      ids[place] = id;
    }
    const from = this.#law.nodes[at][0] === 'rankId' ? ids : keys;
    const { values } = this.#values[at]!;
    for (let j = 0; j < agents; j++) values[j] = from[rank * j + rank - 1];
  }

  /** Finds the pairs whose neighbor is in a set. */
  #look(set: number, reach: number, columns: PairColumns, block: LawBlock): void {
    const [, , cosineAt] = this.#law.nodes[set] as readonly [string, number, number];
    const cosine = this.#values[cosineAt]!.values[0];
    const squaredReach = fround(reach * reach);
    const { 'offset.x': x, 'offset.y': y, 'offset.z': z, agent, count: all } = columns;
    if (this.#seen.length < all) {
      this.#seen = new Int32Array(2 * all);
      this.#agentOf = new Int32Array(2 * all);
      this.#squared = new Float64Array(2 * all);
    }
    const [seen, agentOf, squares] = [this.#seen, this.#agentOf, this.#squared];
    const headings = cosine === -1 ? undefined : headingsOf(block);
    let count = 0;
    for (let k = 0; k < all; k++) {
      const squared = dot(x[k], y[k], z[k], x[k], y[k], z[k]);
      if (!(squared <= squaredReach)) continue;
      const j = agent[k];
      if (headings !== undefined) {
        const along = dot(
          x[k],
          y[k],
          z[k],
          headings[3 * j],
          headings[3 * j + 1],
          headings[3 * j + 2],
        );
        // Who is on the agent's spot is in no direction, and is always seen.
        if (!(along > fround(cosine * fround(Math.sqrt(squared)))) && squared !== 0) continue;
      }
      seen[count] = k;
      agentOf[count] = j;
      squares[count] = squared;
      count++;
    }
    this.#seenCount = count;
  }

  #ofPairs(
    at: number,
    columns: ReadonlyMap<OtherColumn | DeclaredColumn, ArrayLike<number>>,
    block: LawBlock,
  ): Lanes {
    const step = this.#steps[at];
    const [seen, first, count] = [this.#seen, this.#first, this.#count];
    if (step === undefined) {
      const node = this.#law.nodes[at];
      if (node[0] === 'cell') {
        const buffer = this.#pairLanes(at);
        gatherInto(buffer, this.#spread(node[1]), block.cellsOf(node[2]), count);
        return buffer;
      }
      const [, , name] = node as readonly ['other', number, OtherColumn];
      const column = columns.get(name)!;
      const buffer = this.#pairLanes(at);
      for (let k = 0; k < count; k++) buffer.values[k] = column[seen[first + k]];
      return buffer;
    }
    const { a, b, c } = step;
    const [lanes, two] = [this.#spread(a), b < 0 ? NOTHING : this.#spread(b)];
    const three = c < 0 ? NOTHING : this.#spread(c);
    return operate(step, lanes, two, three, count, this.#pairLanes(at));
  }

  /**
   * Returns the values of a node, one for each pair. If the node has one value per agent, this value is repeated for
   * all pairs of the agent.
   */
  #spread(at: number): Lanes {
    const known = this.#pairs[at];
    if (known !== undefined) return known;
    const own = this.#values[at]!;
    if (own.mask === 0) return own;
    const buffer = this.#pairLanes(at);
    const [agentOf, first, count] = [this.#agentOf, this.#first, this.#count];
    for (let k = 0; k < count; k++) buffer.values[k] = own.values[agentOf[first + k]];
    this.#pairs[at] = buffer;
    return buffer;
  }

  /** Returns the buffer of a node. The buffer has buffer for one number per agent. */
  #agentLanes(at: number, count: number): Buffer {
    const buffer = this.#buffers[at].agents;
    if (buffer.values.length < count) buffer.values = new Float64Array(count);
    buffer.mask = -1;
    return buffer;
  }

  /** Returns the buffer of a node. The buffer has buffer for one number per pair. */
  #pairLanes(at: number): Buffer {
    const buffer = this.#buffers[at].pairs;
    if (buffer.values.length < this.#count) {
      buffer.values = new Float64Array(Math.min(PAIRS, 2 * this.#count));
    }
    buffer.mask = -1;
    return buffer;
  }
}

/** Values of a node, in a buffer that is reused for each evaluation. */
interface Buffer extends Lanes {
  values: Float64Array;
  mask: -1 | 0;
}

/** An operation and the nodes of its operands. The node is -1 for an operand that the operation does not have. */
interface Step {
  readonly each: Operation['each'];
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

function stepOf([name, a, b = -1, c = -1]: NodeData): Step | undefined {
  if (!Object.hasOwn(OPERATIONS, name)) return undefined;
  const { each }: Operation = OPERATIONS[name as OperationName];
  return { each, a: a as number, b: b as number, c: c as number };
}

/** Computes an operation. If all operands are single numbers, the result is a single number. */
function operate(
  { each }: Step,
  a: Lanes,
  b: Lanes,
  c: Lanes,
  count: number,
  buffer: Buffer,
): Lanes {
  buffer.mask = (a.mask | b.mask | c.mask) as -1 | 0;
  const lanes = buffer.mask === 0 ? 1 : count;
  if (buffer.values.length < lanes) buffer.values = new Float64Array(lanes);
  each(buffer.values, lanes, a.values, a.mask, b.values, b.mask, c.values, c.mask);
  return buffer;
}

/** Looks up cells of a field by their indices, and writes their values into a buffer. */
function gatherInto(
  { values }: Buffer,
  index: Lanes,
  cells: ArrayLike<number>,
  count: number,
): void {
  for (let k = 0; k < count; k++) values[k] = cells[index.values[k & index.mask]];
}

/** Returns the value of a node without operands. */
function leafOf(node: NodeData, block: LawBlock): ArrayLike<number> | number {
  switch (node[0]) {
    case 'self':
      return block.selfOf(node[1]);
    case 'aim':
      return block.aimOf(node[1]);
    case 'second':
      return block.secondOf(node[1]);
    default:
      return uniformLeaf(node, block)!;
  }
}

/**
 * Returns the directions of the velocities as unit vectors, or 0 for agents at rest. The array holds x, y and z of each
 * agent in turn.
 */
function headingsOf({ count, selfOf }: LawBlock): Float64Array {
  const axes = (['velocity.x', 'velocity.y', 'velocity.z'] as const).map(selfOf);
  const headings = new Float64Array(3 * count);
  for (let j = 0; j < count; j++) {
    const [x, y, z] = axes.map((axis) => (typeof axis === 'number' ? axis : axis[j]));
    const speed = fround(Math.sqrt(dot(x, y, z, x, y, z)));
    if (speed > 0) headings.set([fround(x / speed), fround(y / speed), fround(z / speed)], 3 * j);
  }
  return headings;
}

/**
 * Copies the value of each agent's chosen pair into the agent's result. Agents without a chosen pair keep their result.
 */
function takeInto(
  out: Float64Array,
  count: number,
  pair: Int32Array,
  { values, mask }: Lanes,
): void {
  for (let j = 0; j < count; j++) if (pair[j] >= 0) out[j] = values[pair[j] & mask];
}

function reduceInto(
  out: Float64Array,
  name: Exclude<Reduction, 'nearest' | 'lowest' | `rank${string}`>,
  agentOf: Int32Array,
  { values, mask }: Lanes,
): void {
  const count = agentOf.length;
  switch (name) {
    case 'count':
      for (let k = 0; k < count; k++) out[agentOf[k]]++;
      return;
    case 'sum':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = fround(out[agentOf[k]] + values[k & mask]);
      }
      return;
    case 'minimum':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = Math.min(out[agentOf[k]], values[k & mask]);
      }
      return;
    case 'maximum':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = Math.max(out[agentOf[k]], values[k & mask]);
      }
      return;
    case 'any':
      for (let k = 0; k < count; k++) out[agentOf[k]] |= values[k & mask];
  }
}
