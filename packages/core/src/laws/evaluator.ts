import { dot } from '../math/vector.ts';
import type { Law } from './law.ts';
import {
  type AimColumn,
  type NodeData,
  type OtherColumn,
  REDUCTIONS,
  type Reduction,
  type SelfColumn,
} from './node.ts';
import { OPERATIONS, type Operation, type OperationName } from './operations.ts';
import { type Key, keyOf, type Pass, type Schedule, scheduleOf } from './schedule.ts';
import { reachWithin, type Uniform, uniformLeaf } from './uniform.ts';

/** The pairs of agents of a block and of those around them: agent after agent, in stored order. */
export type PairColumns = {
  readonly count: number;
  /** Which agent of the block a pair is of. */
  readonly agent: ArrayLike<number>;
} & Readonly<Record<OtherColumn, ArrayLike<number>>>;

/** Agents that a law is evaluated for together, and what they see. */
export interface LawBlock extends Uniform {
  readonly count: number;
  /** A column of the agents, or what is the same for all of them. */
  readonly selfOf: (column: SelfColumn) => ArrayLike<number> | number;
  readonly aimOf: (column: AimColumn) => ArrayLike<number>;
  readonly secondOf: (column: AimColumn) => ArrayLike<number>;
  /**
   * Those that the behavior sees within a distance (m) at least; no agent is one of its own. They hold until
   * the next call.
   */
  readonly pairsWithin: (reach: number) => PairColumns;
  /** No set of neighbors reaches farther (m). */
  readonly farthest: number;
}

/** A value of each agent, or of each pair, with the mask -1; one of all with the mask 0. */
export interface Lanes {
  readonly values: Float64Array;
  readonly mask: -1 | 0;
}

const fround = Math.fround;
const NOTHING: Lanes = { values: new Float64Array(1), mask: 0 };

/**
 * Works out a law by plain arithmetic, node after node for all agents of a block: the kernel "ts", the oracle
 * that compiled code is held against, and a way to test a law without a world.
 */
export class LawEvaluator {
  readonly #law: Law;
  readonly #schedule: Schedule;
  /** By node of the agents. */
  readonly #values: (Lanes | undefined)[] = [];
  /** By node of the pairs of the pass at hand; and those of the agents, spread over their pairs. */
  readonly #pairs: (Lanes | undefined)[] = [];
  /** What they stand in, by node: they are made once, and again when a block is larger. */
  readonly #room: { agents: Float64Array; pairs: Float64Array }[];
  /** The pairs of the pass that its set holds: where they stand among all, and of which agent each is. */
  #seen = new Int32Array(256);
  #agentOf = new Int32Array(256);
  #seenCount = 0;
  /** Their squared distances, m^2. */
  #squared = new Float64Array(256);
  /** By key, and by agent: which of these has the lowest one, or -1; the key itself, and the id. */
  readonly #best = new Map<Key, Int32Array>();
  #lowest = new Float64Array(0);
  #bestId = new Float64Array(0);

  constructor(law: Law) {
    this.#law = law;
    this.#schedule = scheduleOf(law);
    this.#room = law.nodes.map(() => ({
      agents: new Float64Array(1),
      pairs: new Float64Array(0),
    }));
  }

  /** The vector of the law: a force (N) or a velocity (m/s), in f32; it holds until the next call. */
  evaluate(block: LawBlock): readonly [x: Lanes, y: Lanes, z: Lanes] {
    for (const { agents, passes } of this.#schedule) {
      for (const at of agents) this.#values[at] = this.#ofAgents(at, block);
      for (const pass of passes) this.#reduce(pass, block);
    }
    const [x, y, z] = this.#law.vector.map((at) => this.#values[at]!);
    return [x, y, z];
  }

  #ofAgents(at: number, block: LawBlock): Lanes {
    const node = this.#law.nodes[at];
    const column = leafOf(node, block);
    if (column === undefined) {
      const operands = node.slice(1).map((operand) => this.#values[operand as number]!);
      return this.#operate(node, operands, block.count, (count) => this.#agentRoom(at, count));
    }
    if (typeof column === 'number') {
      const values = this.#agentRoom(at, 1);
      values[0] = column;
      return { values, mask: 0 };
    }
    const values = this.#agentRoom(at, block.count);
    for (let k = 0; k < block.count; k++) values[k] = column[k];
    return { values, mask: -1 };
  }

  #operate(
    [name]: NodeData,
    [a, b = NOTHING, c = NOTHING]: readonly Lanes[],
    count: number,
    roomFor: (count: number) => Float64Array,
  ): Lanes {
    const { each }: Operation = OPERATIONS[name as OperationName];
    const mask = (a.mask | b.mask | c.mask) as -1 | 0;
    const values = roomFor(mask === 0 ? 1 : count);
    each(values, mask === 0 ? 1 : count, a.values, a.mask, b.values, b.mask, c.values, c.mask);
    return { values, mask };
  }

  /** Sums in the order of the pairs, from the left. */
  #reduce({ set, pairs, reductions, keys }: Pass, block: LawBlock): void {
    const { nodes } = this.#law;
    const [, radiusAt] = nodes[set] as readonly [string, number, number];
    const reach = reachWithin(this.#values[radiusAt]!.values[0], block.farthest);
    const columns = block.pairsWithin(reach);
    this.#look(set, reach, columns, block);
    this.#pairs.length = 0;
    for (const at of pairs) this.#pairs[at] = this.#ofPairs(at, columns);
    if (keys.length > 0) this.#choose(keys, columns.id, block.count);
    for (const at of reductions) {
      const [name, , ...operands] = nodes[at] as readonly [Reduction, ...number[]];
      const of = operands.length === 0 ? NOTHING : this.#spread(operands.at(-1)!);
      const values = this.#agentRoom(at, block.count);
      values.fill(REDUCTIONS[name].none, 0, block.count);
      if (name === 'nearest' || name === 'lowest') {
        takeInto(values, block.count, this.#best.get(keyOf(nodes[at])!)!, of);
      } else reduceInto(values, name, this.#agentOf, this.#seenCount, of);
      this.#values[at] = { values, mask: -1 };
    }
  }

  /** Finds the pair of each agent that has the lowest key, for each of the keys. */
  #choose(keys: readonly Key[], id: ArrayLike<number>, count: number): void {
    if (this.#lowest.length < count) {
      this.#lowest = new Float64Array(count);
      this.#bestId = new Float64Array(count);
    }
    const [lowest, bestId] = [this.#lowest, this.#bestId];
    const [seen, agentOf, all] = [this.#seen, this.#agentOf, this.#seenCount];
    for (const key of keys) {
      const { values, mask }: Lanes =
        key === 'squared' ? { values: this.#squared, mask: -1 } : this.#spread(key);
      const known = this.#best.get(key);
      const best = known !== undefined && known.length >= count ? known : new Int32Array(count);
      this.#best.set(key, best);
      best.fill(-1, 0, count);
      lowest.fill(Number.POSITIVE_INFINITY, 0, count);
      bestId.fill(0, 0, count);
      for (let k = 0; k < all; k++) {
        const value = values[k & mask];
        const j = agentOf[k];
        // No id is below 0, so that an infinite key never wins.
        if (!(value < lowest[j] || (value === lowest[j] && id[seen[k]] < bestId[j]))) continue;
        best[j] = k;
        lowest[j] = value;
        bestId[j] = id[seen[k]];
      }
    }
  }

  /** Finds the pairs that a set holds. */
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
        if (!(along > fround(cosine * fround(Math.sqrt(squared))))) continue;
      }
      seen[count] = k;
      agentOf[count] = j;
      squares[count] = squared;
      count++;
    }
    this.#seenCount = count;
  }

  #ofPairs(at: number, columns: PairColumns): Lanes {
    const node = this.#law.nodes[at];
    const count = this.#seenCount;
    if (node[0] === 'other') {
      const column = columns[node[2]];
      const values = this.#pairRoom(at, count);
      const seen = this.#seen;
      for (let k = 0; k < count; k++) values[k] = column[seen[k]];
      return { values, mask: -1 };
    }
    const operands = node.slice(1).map((operand) => this.#spread(operand as number));
    return this.#operate(node, operands, count, (length) => this.#pairRoom(at, length));
  }

  /** A node of the pairs, or one of the agents by pair. */
  #spread(at: number): Lanes {
    const known = this.#pairs[at];
    if (known !== undefined) return known;
    const own = this.#values[at]!;
    if (own.mask === 0) return own;
    const values = this.#pairRoom(at, this.#seenCount);
    const agentOf = this.#agentOf;
    for (let k = 0; k < this.#seenCount; k++) values[k] = own.values[agentOf[k]];
    const lanes = { values, mask: -1 } as const;
    this.#pairs[at] = lanes;
    return lanes;
  }

  #agentRoom(at: number, count: number): Float64Array {
    const room = this.#room[at];
    if (room.agents.length < count) room.agents = new Float64Array(count);
    return room.agents;
  }

  #pairRoom(at: number, count: number): Float64Array {
    const room = this.#room[at];
    if (room.pairs.length < Math.max(count, 1)) room.pairs = new Float64Array(2 * count + 1);
    return room.pairs;
  }
}

/** What a node that has no operands is; undefined of an operation. */
function leafOf(node: NodeData, block: LawBlock): ArrayLike<number> | number | undefined {
  switch (node[0]) {
    case 'self':
      return block.selfOf(node[1]);
    case 'aim':
      return block.aimOf(node[1]);
    case 'second':
      return block.secondOf(node[1]);
    default:
      return uniformLeaf(node, block);
  }
}

/** Unit vectors along the velocities, 0 at rest; x, y and z of an agent follow each other. */
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

/** The value of one pair of each agent, unless it has none. */
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
  name: Exclude<Reduction, 'nearest' | 'lowest'>,
  agentOf: Int32Array,
  count: number,
  { values, mask }: Lanes,
): void {
  switch (name) {
    case 'count':
      for (let k = 0; k < count; k++) out[agentOf[k]]++;
      return;
    case 'sum':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = fround(out[agentOf[k]] + values[k & mask]);
      }
      return;
    case 'least':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = Math.min(out[agentOf[k]], values[k & mask]);
      }
      return;
    case 'most':
      for (let k = 0; k < count; k++) {
        out[agentOf[k]] = Math.max(out[agentOf[k]], values[k & mask]);
      }
      return;
    case 'any':
      for (let k = 0; k < count; k++) out[agentOf[k]] |= values[k & mask];
  }
}
