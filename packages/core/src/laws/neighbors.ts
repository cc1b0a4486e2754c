import {
  axes,
  BoolNode,
  type FloatLike,
  FloatNode,
  float,
  type Part,
  reduction,
  typeNameOf,
  UintNode,
  Vec3Node,
} from './expressions.ts';
import { OTHER_COLUMNS, type OtherColumn, type Reduction } from './node.ts';

/** An agent that another one sees. */
export interface Other {
  /** To it (m), the short way round a torus. */
  readonly offset: Vec3Node;
  /** m; 0 for one on the same spot */
  readonly distance: FloatNode;
  /** m^2 */
  readonly distanceSquared: FloatNode;
  /** m/s */
  readonly velocity: Vec3Node;
  /** kg */
  readonly mass: FloatNode;
  /** m */
  readonly radius: FloatNode;
  readonly id: UintNode;
  /** Its place in the scenario's list of species. */
  readonly species: UintNode;
}

/**
 * The agents around one, of the species that the behavior sees, itself left out: the living, and the
 * quarantined, which stand still.
 */
export interface Neighbors {
  /**
   * Those at most `radius` (m) away and, with a `cosine` above -1, ahead: the cosine of the angle between
   * the velocity and the offset is above it. Both are made of numbers and parameters, not of columns.
   */
  within(radius: FloatLike, options?: { readonly cosine?: FloatLike }): NeighborSet;
}

/** Neighbors to be reduced to a number; there are no loops, so that a law always ends. */
export interface NeighborSet {
  /** How many. */
  count(): FloatNode;
  /** In stored order, from the left; 0 of none. */
  sum(value: (other: Other) => FloatNode): FloatNode;
  sum(value: (other: Other) => Vec3Node): Vec3Node;
  /** The lowest value; infinite of none. */
  min(value: (other: Other) => FloatLike): FloatNode;
  /** The greatest; -infinite of none. */
  max(value: (other: Other) => FloatLike): FloatNode;
  /** Whether it holds for one at least. */
  any(condition: (other: Other) => BoolNode): BoolNode;
  /** The value of the nearest one, or of that with the lowest id of equally near ones; 0 of none. */
  nearest(value: (other: Other) => FloatNode): FloatNode;
  nearest(value: (other: Other) => Vec3Node): Vec3Node;
  /**
   * The value of the one whose key is lowest, or of that with the lowest id of those with equal keys; 0 of none.
   * One whose key is NaN or Infinity is left out, as by `select(condition, key, Infinity)`.
   */
  lowest(key: (other: Other) => FloatLike, value: (other: Other) => FloatNode): FloatNode;
  lowest(key: (other: Other) => FloatLike, value: (other: Other) => Vec3Node): Vec3Node;
}

export function neighborsOf(): Neighbors {
  return {
    within(radius, { cosine = -1 } = {}) {
      const operands = [float(radius).part, float(cosine).part];
      return setOf({ name: 'neighbors', kind: 'set', operands });
    },
  };
}

function setOf(set: Part): NeighborSet {
  const other = otherOf(set);
  const number = (name: Reduction, ...of: readonly FloatLike[]): FloatNode =>
    new FloatNode(reduction(name, set, ...of.map((one) => float(one).part)));
  const numbers = (
    name: Reduction,
    value: FloatNode | Vec3Node,
    ...key: readonly FloatLike[]
  ): never => {
    const each =
      value instanceof Vec3Node
        ? axes((axis) => number(name, ...key, value[axis]))
        : number(name, ...key, value);
    // What comes out is of the kind that went in.
    return each as never;
  };
  return {
    count: () => number('count'),
    sum: (value: (one: Other) => never) => numbers('sum', value(other)),
    min: (value) => number('minimum', value(other)),
    max: (value) => number('maximum', value(other)),
    any: (condition) => {
      const truth = condition(other);
      if (truth instanceof BoolNode) return new BoolNode(reduction('any', set, truth.part));
      throw new TypeError(`found ${typeNameOf(truth)}, expected an expression of a truth`);
    },
    nearest: (value: (one: Other) => never) => numbers('nearest', value(other)),
    lowest: (key: (one: Other) => FloatLike, value: (one: Other) => never) =>
      numbers('lowest', value(other), key(other)),
  };
}

function otherOf(set: Part): Other {
  const column = (of: OtherColumn): Part => {
    return { name: 'other', kind: OTHER_COLUMNS[of], operands: [set], of };
  };
  const vector = (of: 'offset' | 'velocity'): Vec3Node =>
    axes((axis) => new FloatNode(column(`${of}.${axis}`)));
  const offset = vector('offset');
  const distanceSquared = offset.lengthSquared();
  return {
    offset,
    distance: distanceSquared.sqrt(),
    distanceSquared,
    velocity: vector('velocity'),
    mass: new FloatNode(column('mass')),
    radius: new FloatNode(column('radius')),
    id: new UintNode(column('id')),
    species: new UintNode(column('species')),
  };
}
