import { show } from '../errors.ts';
import { dot } from '../math/vector.ts';
import type { Law } from './law.ts';
import { LawError } from './law-error.ts';
import {
  type AimColumn,
  type NodeData,
  noneOf,
  OTHER_COLUMNS,
  type OtherColumn,
  type Reduction,
  type SelfColumn,
  type WorldValue,
} from './node.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { type Pass, type Schedule, scheduleOf } from './schedule.ts';
import { reachWithin } from './uniform.ts';

/** The values of columns by name. */
export type Values<Column extends string> = Readonly<Record<Column, number>>;

/** Columns of the agents around one, each as long as there are agents. */
export type NeighborColumns = { readonly count: number } & Readonly<
  Record<OtherColumn, ArrayLike<number>>
>;

/** What a law is evaluated for: one agent, and what it sees. */
export interface LawInput {
  readonly self: Values<SelfColumn>;
  /**
   * Those that the behavior sees within a distance (m) at least, in stored order; the agent itself is none of
   * them.
   */
  readonly neighborsWithin: (reach: number) => NeighborColumns;
  /** No set of neighbors reaches farther (m). */
  readonly farthest: number;
  readonly aim: Values<AimColumn> | undefined;
  readonly parameters: Readonly<Record<string, number>>;
  readonly world: Values<WorldValue>;
}

const fround = Math.fround;

/**
 * Works out a law by plain arithmetic: the kernel "ts", the oracle that compiled code is held against, and a
 * way to test a law without a world.
 */
export class LawEvaluator {
  readonly #law: Law;
  readonly #schedule: Schedule;
  /** By node of the agent. */
  readonly #values: Float64Array;
  /** By node of a neighbor: of each one that is seen. */
  readonly #pairs: (Float64Array | undefined)[] = [];
  /** The neighbors that are seen, as places in their columns. */
  #seen = new Int32Array(64);

  constructor(law: Law) {
    this.#law = law;
    this.#schedule = scheduleOf(law);
    this.#values = new Float64Array(law.nodes.length);
  }

  /** The vector of the law: a force (N) or a velocity (m/s), in f32. */
  evaluate(input: LawInput): [x: number, y: number, z: number] {
    const { nodes, vector } = this.#law;
    for (const { agents, passes } of this.#schedule) {
      for (const at of agents) this.#values[at] = this.#valueOf(nodes[at], input);
      for (const pass of passes) this.#reduce(pass, input);
    }
    const [x, y, z] = vector;
    return [this.#values[x], this.#values[y], this.#values[z]];
  }

  #valueOf(node: NodeData, input: LawInput): number {
    switch (node[0]) {
      case 'number':
        return Number(node[1]);
      case 'whole':
      case 'truth':
        return node[1];
      case 'parameter':
        return fround(input.parameters[node[1]]);
      case 'world':
        return input.world[node[1]];
      case 'self':
        return input.self[node[1]];
      case 'aim':
        return input.aim![node[1]];
      default: {
        const [name, a, b, c] = node as readonly [OperationName, number, number, number];
        const values = this.#values;
        return OPERATIONS[name].apply(values[a], values[b], values[c]);
      }
    }
  }

  /** Sums in the order of the neighbors, from the left. */
  #reduce({ set, pairs, reductions }: Pass, input: LawInput): void {
    const { nodes } = this.#law;
    const [, radiusAt] = nodes[set] as readonly [string, number, number];
    const reach = reachWithin(this.#values[radiusAt], input.farthest);
    const neighbors = input.neighborsWithin(reach);
    const { count, nearest } = this.#look(set, reach, neighbors, input);
    for (const at of pairs) this.#pairs[at] = this.#valuesOf(at, neighbors, count);
    for (const at of reductions) {
      const [name, , value] = nodes[at] as readonly [Reduction | 'count', number, number];
      const of = this.#pairs[value];
      // A value of the agent itself is the same for each of them.
      const own = this.#values[value];
      let reduced = noneOf(name);
      if (name === 'nearest')
        reduced = nearest < 0 ? reduced : of === undefined ? own : of[nearest];
      else
        for (let k = 0; k < count; k++)
          reduced = step(name, reduced, of === undefined ? own : of[k]);
      this.#values[at] = reduced;
    }
    for (const at of pairs) this.#pairs[at] = undefined;
  }

  /** Lists in #seen the neighbors that a set holds; how many, and which of the list is nearest, or -1. */
  #look(
    set: number,
    reach: number,
    neighbors: NeighborColumns,
    { self }: LawInput,
  ): { count: number; nearest: number } {
    const [, , cosineAt] = this.#law.nodes[set] as readonly [string, number, number];
    const cosine = this.#values[cosineAt];
    const squaredReach = fround(reach * reach);
    const [vx, vy, vz] = [self['velocity.x'], self['velocity.y'], self['velocity.z']];
    const speed = fround(Math.sqrt(dot(vx, vy, vz, vx, vy, vz)));
    const [hx, hy, hz] = [vx, vy, vz].map((one) => (speed > 0 ? fround(one / speed) : 0));
    const { 'offset.x': x, 'offset.y': y, 'offset.z': z, id } = neighbors;
    if (this.#seen.length < neighbors.count) this.#seen = new Int32Array(2 * neighbors.count);
    let count = 0;
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < neighbors.count; k++) {
      const squared = dot(x[k], y[k], z[k], x[k], y[k], z[k]);
      if (!(squared <= squaredReach)) continue;
      if (cosine !== -1) {
        const along = dot(x[k], y[k], z[k], hx, hy, hz);
        if (!(along > fround(cosine * fround(Math.sqrt(squared))))) continue;
      }
      const before = nearest < 0 ? 0 : id[this.#seen[nearest]];
      if (squared < least || (squared === least && id[k] < before)) {
        least = squared;
        nearest = count;
      }
      this.#seen[count++] = k;
    }
    return { count, nearest };
  }

  /** A node of a neighbor, for each one that is seen. */
  #valuesOf(at: number, neighbors: NeighborColumns, count: number): Float64Array {
    const node = this.#law.nodes[at];
    const values = new Float64Array(count);
    if (node[0] === 'other') {
      const column = neighbors[node[2]];
      for (let k = 0; k < count; k++) values[k] = column[this.#seen[k]];
      return values;
    }
    const [name, a, b, c] = node as readonly [OperationName, number, number, number];
    const { apply } = OPERATIONS[name];
    const [of, byB, byC] = [this.#pairs[a], this.#pairs[b], this.#pairs[c]];
    const [ownA, ownB, ownC] = [this.#values[a], this.#values[b], this.#values[c]];
    for (let k = 0; k < count; k++) {
      values[k] = apply(
        of === undefined ? ownA : of[k],
        byB === undefined ? ownB : byB[k],
        byC === undefined ? ownC : byC[k],
      );
    }
    return values;
  }
}

function step(
  name: Exclude<Reduction, 'nearest'> | 'count',
  before: number,
  value: number,
): number {
  switch (name) {
    case 'count':
      return before + 1;
    case 'sum':
      return fround(before + value);
    case 'least':
      return Math.min(before, value);
    case 'most':
      return Math.max(before, value);
    case 'any':
      return before | value;
  }
}

type Vector = readonly [x: number, y: number, z: number];

/** Plain numbers for `evaluateLaw`; what is left out is 0, but for those that are named. */
export interface LawScene {
  readonly self?: {
    readonly position?: Vector;
    readonly velocity?: Vector;
    /** 1 when left out. */
    readonly mass?: number;
    readonly radius?: number;
    /** 1 when left out. */
    readonly maxSpeed?: number;
    /** Infinite when left out. */
    readonly maxForce?: number;
    readonly damping?: number;
    /** 1 when left out. */
    readonly forceFactor?: number;
    readonly id?: number;
    readonly species?: number;
  };
  /** In stored order. */
  readonly neighbors?: readonly {
    readonly offset: Vector;
    readonly velocity?: Vector;
    /** Its place in the list, from 1, when left out. */
    readonly id?: number;
    readonly species?: number;
  }[];
  readonly aim?: {
    readonly offset: Vector;
    readonly velocity?: Vector;
    readonly acceleration?: Vector;
    readonly radius?: number;
  };
  /** The defaults of the law when left out. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** s; 1/60 when left out. */
  readonly dt?: number;
  readonly tick?: number;
  readonly seed?: number;
  /** 3 when left out. */
  readonly dimensions?: 2 | 3;
}

/**
 * What a law yields for one agent, without a world: a force (N), or the next velocity (m/s). The same bits
 * as in a world, for numbers that are f32.
 *
 * @throws LawError LAW_INVALID for a law with an aim and a scene without one, or a parameter that the law
 * does not have
 */
export function evaluateLaw(law: Law, scene: LawScene = {}): [x: number, y: number, z: number] {
  const { self = {}, neighbors = [], aim } = scene;
  if (law.aim === 'one' && aim === undefined) {
    throw new LawError(show(law.name), 'aim', 'none', 'one: the law goes after something');
  }
  return new LawEvaluator(law).evaluate({
    self: {
      ...vectorOf('position', self.position),
      ...vectorOf('velocity', self.velocity),
      mass: fround(self.mass ?? 1),
      radius: fround(self.radius ?? 0),
      maxSpeed: fround(self.maxSpeed ?? 1),
      maxForce: fround(self.maxForce ?? Number.POSITIVE_INFINITY),
      damping: fround(self.damping ?? 0),
      forceFactor: fround(self.forceFactor ?? 1),
      id: self.id ?? 0,
      species: self.species ?? 0,
    },
    neighborsWithin: () => columnsOf(neighbors),
    farthest: Number.POSITIVE_INFINITY,
    aim: aim && {
      ...vectorOf('offset', aim.offset),
      ...vectorOf('velocity', aim.velocity),
      ...vectorOf('acceleration', aim.acceleration),
      radius: fround(aim.radius ?? 0),
    },
    parameters: parametersOf(law, scene.parameters ?? {}),
    world: {
      dt: fround(scene.dt ?? 1 / 60),
      tick: scene.tick ?? 0,
      seed: scene.seed ?? 0,
      dimensions: scene.dimensions ?? 3,
      behavior: 0,
    },
  });
}

function columnsOf(neighbors: NonNullable<LawScene['neighbors']>): NeighborColumns {
  const rows = neighbors.map(({ offset, velocity, id, species = 0 }, index) => ({
    ...vectorOf('offset', offset),
    ...vectorOf('velocity', velocity),
    id: id ?? index + 1,
    species,
  }));
  const names = Object.keys(OTHER_COLUMNS) as OtherColumn[];
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return { count: rows.length, ...Object.fromEntries(columns) };
}

function parametersOf(
  law: Law,
  given: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const known = Object.entries(law.parameters).map(([name, one]) => [name, one.default] as const);
  const defaults: Record<string, number> = Object.fromEntries(known);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    const expected = known.length === 0 ? 'none' : `one of ${Object.keys(defaults).join(', ')}`;
    throw new LawError(show(law.name), `parameters.${unknown}`, 'no such parameter', expected);
  }
  return { ...defaults, ...given };
}

function vectorOf<const Name extends string>(
  name: Name,
  [x, y, z]: Vector = [0, 0, 0],
): Record<`${Name}.${'x' | 'y' | 'z'}`, number> {
  const vector = { [`${name}.x`]: fround(x), [`${name}.y`]: fround(y), [`${name}.z`]: fround(z) };
  return vector as Record<`${Name}.${'x' | 'y' | 'z'}`, number>;
}
