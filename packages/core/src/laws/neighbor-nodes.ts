import { canHoldOptions, show, unknownOption } from '../errors.ts';
import { columnNodes } from './column-nodes.ts';
import {
  AGENT,
  axes,
  BoolNode,
  type FloatLike,
  FloatNode,
  float,
  number,
  type Part,
  reduction,
  type Scope,
  select,
  typeNameOf,
  UintNode,
  Vec3Node,
  vec3,
} from './expressions.ts';
import type { Law } from './law.ts';
import { ExpressionError } from './law-error.ts';
import { MAX_NEAREST, OTHER_COLUMNS, type OtherColumn, type Reduction } from './node.ts';
import { withKnownKeys } from './with-known-keys.ts';

/** The values of a neighbor of an agent. */
export interface Other {
  /** Offset from the agent to the neighbor (m). On a torus, this is the shortest offset. */
  readonly offset: Vec3Node;
  /** Distance to the neighbor (m). It is 0 if both are on the same spot. */
  readonly distance: FloatNode;
  /** Squared distance to the neighbor (m^2). */
  readonly distanceSquared: FloatNode;
  /** Velocity of the neighbor (m/s). */
  readonly velocity: Vec3Node;
  /** A unit vector in the direction that the neighbor faces. */
  readonly heading: Vec3Node;
  /** Mass of the neighbor (kg). */
  readonly mass: FloatNode;
  /** Radius of the neighbor's body (m). */
  readonly radius: FloatNode;
  readonly id: UintNode;
  /** The index of the neighbor's species in the scenario. */
  readonly species: UintNode;
}

/**
 * The neighbors of an agent: agents of the species that the behavior sees. Neighbors are alive or in quarantine. An
 * agent is never its own neighbor.
 */
export interface Neighbors<Columns = unknown> {
  /**
   * Returns the neighbors within `radius` (m). If `cosine` is above -1, the set has only neighbors in a cone around the
   * agent's velocity. For these neighbors, the cosine of the angle between this velocity and their offset is above the
   * given cosine. A neighbor on the agent's spot is in the set in any case. Both arguments can only be made of numbers and parameters.
   */
  within(radius: FloatLike, options?: { readonly cosine?: FloatLike }): NeighborSet<Columns>;
  /**
   * Returns the `count` nearest of the neighbors that `within` returns, or all if there are fewer. `count` is a plain
   * number from 1 to 16. Of equally near neighbors, those with the lowest ids are chosen.
   */
  nearest(
    count: number,
    radius: FloatLike,
    options?: { readonly cosine?: FloatLike },
  ): NeighborSet<Columns>;
}

/**
 * A set of neighbors. Each method computes a single value from all neighbors of the set. A law needs these methods,
 * because it cannot contain loops. Without loops, every law comes to an end.
 */
export interface NeighborSet<Columns = unknown> {
  /** The number of neighbors. */
  count(): FloatNode;
  /**
   * The sum of a value over the neighbors. The values are added one by one, in the order in which the neighbors are
   * stored. The sum is 0 if there are no neighbors.
   */
  sum(value: (other: Other & Columns) => FloatNode): FloatNode;
  sum(value: (other: Other & Columns) => Vec3Node): Vec3Node;
  /** The lowest value among the neighbors. It is infinity if there are no neighbors. */
  min(value: (other: Other & Columns) => FloatLike): FloatNode;
  /** The highest value among the neighbors. It is -infinity if there are no neighbors. */
  max(value: (other: Other & Columns) => FloatLike): FloatNode;
  /** Whether the condition is true for at least one neighbor. */
  any(condition: (other: Other & Columns) => BoolNode): BoolNode;
  /**
   * The value of the nearest neighbor. It is 0 if there are no neighbors. Of equally near neighbors, the one with the
   * lowest id is chosen.
   */
  nearest(value: (other: Other & Columns) => FloatNode): FloatNode;
  nearest(value: (other: Other & Columns) => Vec3Node): Vec3Node;
  /**
   * The value of the neighbor with the lowest key. It is 0 if there are no neighbors. Of neighbors with equal keys, the
   * one with the lowest id is chosen. A neighbor with the key NaN or Infinity is left out. So `select(condition, key,
   * Infinity)` works as a filter.
   */
  lowest(
    key: (other: Other & Columns) => FloatLike,
    value: (other: Other & Columns) => FloatNode,
  ): FloatNode;
  lowest(
    key: (other: Other & Columns) => FloatLike,
    value: (other: Other & Columns) => Vec3Node,
  ): Vec3Node;
}

/**
 * Makes the object through which a law reads the neighbors of an agent.
 *
 * @param columns the columns that the law declares
 */
export function neighborsOf<Columns = unknown>(columns: Law['columns'] = {}): Neighbors<Columns> {
  const partOf = (
    where: string,
    radius: FloatLike,
    options: { readonly cosine?: FloatLike },
  ): Part => {
    const cosine = number(where, cosineOf(where, options));
    const operands = [number(where, radius), cosine].map(({ part }) => part);
    if (operands.some(({ scope }) => scope !== undefined)) {
      throw new ExpressionError(
        where,
        'a radius or cosine that differs between agents',
        'values that are the same for all agents: numbers, parameters, and expressions made of them',
      );
    }
    const { name, of } = cosine.part;
    if (name === 'number' && !((of as number) >= -1 && (of as number) <= 1)) {
      throw new ExpressionError(where, `a cosine of ${of}`, 'a cosine from -1 to 1');
    }
    return { name: 'neighbors', kind: 'set', operands };
  };
  return Object.freeze({
    within(radius: FloatLike, options: { readonly cosine?: FloatLike } = {}) {
      return setOf(partOf(WITHIN, radius, options), columns) as NeighborSet<Columns>;
    },
    nearest(count: number, radius: FloatLike, options: { readonly cosine?: FloatLike } = {}) {
      const set = partOf(NEAREST, radius, options);
      return setOf(set, columns, among(set, count)) as NeighborSet<Columns>;
    },
  });
}

/** Returns a function that tells whether a neighbor is among the `count` nearest of a set. */
function among(set: Part, count: number): (other: Other) => BoolNode {
  if (!Number.isInteger(count) || count < 1 || count > MAX_NEAREST) {
    const found = typeof count === 'number' ? `${count}` : typeNameOf(count);
    const expected = `a plain whole number from 1 to ${MAX_NEAREST}`;
    throw new ExpressionError(NEAREST, found, expected);
  }
  const rank: Part = { name: 'whole', kind: 'u32', operands: [], of: count };
  const farthest = new FloatNode(reduction('rankSquared', set, rank));
  const last = new UintNode(reduction('rankId', set, rank));
  return ({ distanceSquared, id }) => {
    const isTied = distanceSquared.equal(farthest).and(last.lessThan(id).not());
    return distanceSquared.lessThan(farthest).or(isTied);
  };
}

const WITHIN = 'neighbors.within';
const NEAREST = 'neighbors.nearest';

function cosineOf(where: string, options: { readonly cosine?: FloatLike }): FloatLike {
  const isObject = canHoldOptions(options);
  const unknown = isObject ? unknownOption(options, ['cosine']) : undefined;
  const { cosine = -1 } = options ?? {};
  if (isObject && unknown === undefined) return cosine;
  const found = unknown === undefined ? typeNameOf(options) : `the unknown key ${show(unknown)}`;
  throw new ExpressionError(where, found, 'an object with the key "cosine", or nothing');
}

/** Makes a set of neighbors. With a function `isIn`, only the neighbors for which it holds are in the set. */
function setOf(
  set: Part,
  columns: NonNullable<Law['columns']>,
  isIn?: (other: Other) => BoolNode,
): NeighborSet {
  /** Replaces the value of neighbors that are not in the set by a number that leaves a reduction as it is. */
  const only = (ask: Ask, otherwise: number): Ask => {
    if (isIn === undefined || typeof ask !== 'function') return ask;
    return (other) => {
      const given = ask(other);
      const value = typeof given === 'number' ? float(given) : given;
      if (value instanceof FloatNode) return select(isIn(other), value, otherwise);
      const none = vec3(otherwise, otherwise, otherwise);
      return value instanceof Vec3Node ? select(isIn(other), value, none) : value;
    };
  };
  const onlyTrue = (ask: Ask): Ask => {
    if (isIn === undefined || typeof ask !== 'function') return ask;
    return (other) => {
      const value = ask(other);
      return value instanceof BoolNode ? value.and(isIn(other)) : value;
    };
  };
  const reduced = (name: Reduction, ...of: readonly FloatNode[]): FloatNode =>
    new FloatNode(reduction(name, set, ...of.map(({ part }) => part)));
  const numbers = (
    name: Reduction,
    value: FloatNode | Vec3Node,
    ...key: readonly FloatNode[]
  ): never => {
    const each =
      value instanceof Vec3Node
        ? axes((axis) => reduced(name, ...key, value[axis]))
        : reduced(name, ...key, value);
    // The result has the same type as the value.
    return each as never;
  };
  const call = (method: string): Call => new Call(method, set, columns);
  return Object.freeze({
    count(...given: readonly unknown[]) {
      if (given.length === 0 && isIn === undefined) return reduced('count');
      if (given.length === 0) {
        return reduced('sum', call('count').number(only(() => 1, 0)));
      }
      const expected = 'no argument; to count some neighbors, use a sum of select(condition, 1, 0)';
      throw new ExpressionError('count', typeNameOf(given[0]), expected);
    },
    sum: (value: Ask) => numbers('sum', call('sum').numbers(only(value, 0))),
    min: (value: Ask) =>
      reduced('minimum', call('min').number(only(value, Number.POSITIVE_INFINITY))),
    max: (value: Ask) =>
      reduced('maximum', call('max').number(only(value, Number.NEGATIVE_INFINITY))),
    any: (condition: Ask) =>
      new BoolNode(reduction('any', set, call('any').truth(onlyTrue(condition)).part)),
    nearest: (value: Ask) => numbers('nearest', call('nearest').numbers(value)),
    lowest(key: Ask, value: Ask) {
      const lowest = call('lowest');
      const by = lowest.number(only(key, Number.POSITIVE_INFINITY));
      return numbers('lowest', lowest.numbers(value), by);
    },
  });
}

type Ask = (other: Other) => unknown;

/**
 * One call of a reduction, such as `sum`. A call passes a neighbor to its functions, and makes a new scope for that
 * neighbor. Without scopes, the neighbors of two calls could be confused, because equal values become the same node in
 * the law.
 */
class Call {
  readonly #method: string;
  readonly #scope = Symbol('neighbor');
  readonly #other: Other;

  constructor(method: string, set: Part, columns: NonNullable<Law['columns']>) {
    this.#method = method;
    this.#other = otherOf(set, this.#scope, columns);
  }

  number(ask: Ask): FloatNode {
    const value = this.#valueOf(ask);
    if (typeof value === 'number') return float(value);
    return value instanceof FloatNode
      ? this.#own(value, value)
      : this.#refuse(typeNameOf(value), 'an expression of a number');
  }

  numbers(ask: Ask): FloatNode | Vec3Node {
    const value = this.#valueOf(ask);
    if (typeof value === 'number') return float(value);
    if (value instanceof FloatNode) return this.#own(value, value);
    return value instanceof Vec3Node
      ? this.#own(value, value.x, value.y, value.z)
      : this.#refuse(typeNameOf(value), 'an expression of a number or of a vector');
  }

  truth(ask: Ask): BoolNode {
    const value = this.#valueOf(ask);
    return value instanceof BoolNode
      ? this.#own(value, value)
      : this.#refuse(typeNameOf(value), 'a boolean expression');
  }

  #valueOf(ask: Ask): unknown {
    if (typeof ask === 'function') return ask(this.#other);
    return this.#refuse(typeNameOf(ask), 'a function of a neighbor');
  }

  /** Returns `value`. Throws if one of `nodes` reads the neighbor of another reduction. */
  #own<Value>(value: Value, ...nodes: readonly (FloatNode | BoolNode)[]): Value {
    const isForeign = ({ part: { scope } }: FloatNode | BoolNode) =>
      scope !== undefined && scope !== AGENT && scope !== this.#scope;
    if (!nodes.some(isForeign)) return value;
    return this.#refuse(
      'a value of the neighbor of another function',
      'a value of the neighbor that this function is given, or of the agent',
    );
  }

  #refuse(found: string, expected: string): never {
    throw new ExpressionError(this.#method, found, expected);
  }
}

function otherOf(set: Part, scope: Scope, columns: NonNullable<Law['columns']>): Other {
  const column = (of: OtherColumn): Part => {
    return { name: 'other', kind: OTHER_COLUMNS[of], operands: [set], of, scope };
  };
  const vector = (of: 'offset' | 'velocity' | 'heading'): Vec3Node =>
    axes((axis) => new FloatNode(column(`${of}.${axis}`)));
  const offset = vector('offset');
  const distanceSquared = offset.lengthSquared();
  return withKnownKeys('other', {
    offset,
    distance: distanceSquared.sqrt(),
    distanceSquared,
    velocity: vector('velocity'),
    heading: vector('heading'),
    mass: new FloatNode(column('mass')),
    radius: new FloatNode(column('radius')),
    id: new UintNode(column('id')),
    species: new UintNode(column('species')),
    ...columnNodes(columns, (of, kind) => ({ name: 'other', kind, operands: [set], of, scope })),
  });
}
