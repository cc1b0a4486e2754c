import { show } from '../errors.ts';
import { dot } from '../math/vector.ts';
import type { Law } from './law.ts';
import { LawError } from './law-error.ts';
import {
  type AimColumn,
  noneOf,
  type OtherColumn,
  type Reduction,
  type SelfColumn,
  type WorldValue,
} from './node.ts';
import { OPERATIONS, type OperationName } from './operations.ts';
import { type Pass, type Schedule, scheduleOf } from './schedule.ts';

/** The values of columns by name. */
export type Values<Column extends string> = Readonly<Record<Column, number>>;

/** What a law is evaluated for: one agent, and what it sees. */
export interface LawInput {
  readonly self: Values<SelfColumn>;
  /** Those that the behavior sees, in stored order, within any radius; the agent itself is none of them. */
  readonly neighbors: readonly Values<OtherColumn>[];
  readonly aim: Values<AimColumn> | undefined;
  readonly parameters: Readonly<Record<string, number>>;
  readonly world: Values<WorldValue>;
}

const fround = Math.fround;

/**
 * Works out a law by plain arithmetic: the oracle that compiled code is held against, and a way to test a
 * law without a world.
 */
export class LawEvaluator {
  readonly #law: Law;
  readonly #schedule: Schedule;
  /** By node: of the agent, or of the neighbor at hand. */
  readonly #values: Float64Array;

  constructor(law: Law) {
    this.#law = law;
    this.#schedule = scheduleOf(law);
    this.#values = new Float64Array(law.nodes.length);
  }

  /** The vector of the law: a force (N) or a velocity (m/s), in f32. */
  evaluate(input: LawInput): [x: number, y: number, z: number] {
    for (const { agents, passes } of this.#schedule) {
      for (const at of agents) this.#values[at] = this.#valueOf(at, input, undefined);
      for (const pass of passes) this.#reduce(pass, input);
    }
    const [x, y, z] = this.#law.vector;
    return [this.#values[x], this.#values[y], this.#values[z]];
  }

  /** Sums in the order of the neighbors, from the left. */
  #reduce({ set, pairs, reductions }: Pass, input: LawInput): void {
    const values = this.#values;
    const sees = this.#sight(set, input);
    const reduced = reductions.map((at) => noneOf(this.#law.nodes[at][0] as Reduction | 'count'));
    let nearest = Number.POSITIVE_INFINITY;
    let nearestId = 0;
    for (const other of input.neighbors) {
      const squared = squaredDistance(other);
      if (!sees(other, squared)) continue;
      for (const at of pairs) values[at] = this.#valueOf(at, input, other);
      const isNearest = squared < nearest || (squared === nearest && other.id < nearestId);
      if (isNearest) [nearest, nearestId] = [squared, other.id];
      reductions.forEach((at, k) => {
        const [name, , value] = this.#law.nodes[at] as readonly [string, number, number];
        reduced[k] = step(name, reduced[k], values[value], isNearest);
      });
    }
    reductions.forEach((at, k) => {
      values[at] = reduced[k];
    });
  }

  /** Whether a neighbor is in a set, by how far away it is and where. */
  #sight(
    set: number,
    { self }: LawInput,
  ): (other: Values<OtherColumn>, squared: number) => boolean {
    const [, radiusAt, cosineAt] = this.#law.nodes[set] as readonly [string, number, number];
    const radius = this.#values[radiusAt];
    const cosine = this.#values[cosineAt];
    const squaredRadius = fround(radius * radius);
    const [x, y, z] = [self['velocity.x'], self['velocity.y'], self['velocity.z']];
    const speed = fround(Math.sqrt(dot(x, y, z, x, y, z)));
    const [hx, hy, hz] = [x, y, z].map((one) => (speed > 0 ? fround(one / speed) : 0));
    return (other, squared) => {
      if (!(squared <= squaredRadius)) return false;
      if (cosine === -1) return true;
      const along = dot(other['offset.x'], other['offset.y'], other['offset.z'], hx, hy, hz);
      return along > fround(cosine * fround(Math.sqrt(squared)));
    };
  }

  #valueOf(at: number, input: LawInput, other: Values<OtherColumn> | undefined): number {
    const node = this.#law.nodes[at];
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
      case 'other':
        return other![node[2]];
      default: {
        const [name, a, b, c] = node as readonly [OperationName, number, number, number];
        const values = this.#values;
        return OPERATIONS[name].apply(values[a], values[b], values[c]);
      }
    }
  }
}

function step(name: string, before: number, value: number, isNearest: boolean): number {
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
    default:
      return isNearest ? value : before;
  }
}

function squaredDistance(other: Values<OtherColumn>): number {
  const [x, y, z] = [other['offset.x'], other['offset.y'], other['offset.z']];
  return dot(x, y, z, x, y, z);
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
      id: self.id ?? 0,
      species: self.species ?? 0,
    },
    neighbors: neighbors.map(({ offset, velocity, id, species = 0 }, index) => {
      return {
        ...vectorOf('offset', offset),
        ...vectorOf('velocity', velocity),
        id: id ?? index + 1,
        species,
      };
    }),
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
