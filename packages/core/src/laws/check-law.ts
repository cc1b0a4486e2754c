import { SkeinError, show } from '../errors.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import { MAX_U32, planeNamesOf } from '../schema/column-types.ts';
import { LIMITS, MAX_CHECK_WORLDS, MAX_TICK } from '../schema/limits.ts';
import { evaluateLaw, evaluateLawDeposit, evaluateLawLife, evaluateLawNext } from './evaluate.ts';
import { fieldsOfLaw } from './field-reads.ts';
import { isPlace, type Law, type LawResult } from './law.ts';
import type { LawScene } from './law-scene.ts';
import { type AimPlan, aimsOf, readsForce } from './plane-plan.ts';
import { readLaw } from './read-law.ts';
import { readsHeading } from './reads-heading.ts';

/** The result of `checkLaw`: how often a law fails in random worlds. */
export interface LawCheck {
  readonly seed: number;
  readonly worlds: number;
  /** The number of worlds in which the law yields NaN or an infinite number. */
  readonly failed: number;
  /** What happened in the first world in which the law failed; absent if the law failed in no world. */
  readonly failure?: LawFailure;
}

/**
 * A case in which a law yields NaN or an infinite number. The function that reproduces the case depends on which result
 * of the law is not finite:
 *
 * - force or velocity: `evaluateLaw(law, scene)`
 * - next value of a column: `evaluateLawNext(law, scene)`
 * - birth: `evaluateLawLife(law, scene)`
 * - deposit: `evaluateLawDeposit(law, scene)`
 */
export interface LawFailure {
  /**
   * The number of the world, from 0. With the same seed, a number always stands for the same world, however many worlds
   * are checked.
   */
  readonly world: number;
  /**
   * The first component of the results that is not finite:
   *
   * - of the force or velocity, such as "force.x";
   * - of a column, such as "next.energy" or "next.wind.x";
   * - of a birth, such as "births.0.position.x" or "births.1.columns.energy";
   * - of a deposit, such as "deposit.trail".
   */
  readonly component:
    | `${LawResult}.${'x' | 'y' | 'z'}`
    | `${'next' | 'births' | 'deposit'}.${string}`;
  readonly value: number;
  readonly scene: LawScene;
}

export interface LawCheckOptions {
  /** Number of random worlds, from 1 to `MAX_CHECK_WORLDS`. Default: 1,000. */
  readonly worlds?: number;
  /** Seed of the random worlds, from 0 to 2^32 - 1. Default: 1. */
  readonly seed?: number;
}

/**
 * Evaluates a law in random worlds, and counts the worlds in which it yields NaN or an infinite number.
 *
 * @throws SkeinError LAW_CHECK_INVALID if an option is out of range
 * @throws LawError LAW_INVALID if `law` is not a valid law
 *
 * @experimental
 */
export function checkLaw(law: Law, { worlds = 1000, seed = 1 }: LawCheckOptions = {}): LawCheck {
  readLaw(law);
  refuseOutside('worlds', worlds, 1, MAX_CHECK_WORLDS);
  refuseOutside('seed', seed, 0, 0xffffffff);
  let failed = 0;
  let failure: LawFailure | undefined;
  for (let world = 0; world < worlds; world++) {
    const scene = randomScene(law, seed, world);
    const wrong = infiniteOf(law, scene);
    if (wrong === undefined) continue;
    failed++;
    failure ??= { world, ...wrong, scene };
  }
  return failure === undefined ? { seed, worlds, failed } : { seed, worlds, failed, failure };
}

/** Evaluates a law in a scene. Returns the name and value of the first component that is not finite. */
function infiniteOf(
  law: Law,
  scene: LawScene,
): Pick<LawFailure, 'component' | 'value'> | undefined {
  const vector = evaluateLaw(law, scene);
  const axis = vector.findIndex((value) => !Number.isFinite(value));
  if (axis >= 0) {
    return { component: `${law.result}.${(['x', 'y', 'z'] as const)[axis]}`, value: vector[axis] };
  }
  if (law.next !== undefined) {
    const wrong = infiniteColumn(law, evaluateLawNext(law, scene));
    if (wrong !== undefined) return { component: `next.${wrong.plane}`, value: wrong.value };
  }
  const deposits = law.deposit === undefined ? {} : evaluateLawDeposit(law, scene);
  const left = Object.entries(deposits).find(([, amount]) => !Number.isFinite(amount));
  if (left !== undefined) return { component: `deposit.${left[0]}`, value: left[1] };
  return law.births === undefined ? undefined : infiniteBirth(law, scene);
}

/** Returns the name of the first column component that is not finite. */
function infiniteColumn(
  law: Law,
  columns: Readonly<Record<string, number | readonly number[]>>,
): { readonly plane: string; readonly value: number } | undefined {
  for (const [name, given] of Object.entries(columns)) {
    const values = [given].flat();
    const at = values.findIndex((value) => !Number.isFinite(value));
    if (at < 0) continue;
    return { plane: planeNamesOf(name, law.columns![name].type)[at], value: values[at] };
  }
  return undefined;
}

/**
 * Checks the births that happen when a law is evaluated in a scene. Returns the name and value of the first component
 * that is not finite.
 */
function infiniteBirth(
  law: Law,
  scene: LawScene,
): Pick<LawFailure, 'component' | 'value'> | undefined {
  for (const [k, birth] of evaluateLawLife(law, scene).births.entries()) {
    if (birth === undefined) continue;
    for (const key of ['position', 'velocity'] as const) {
      const vector = birth[key] ?? [];
      const axis = vector.findIndex((value) => !Number.isFinite(value));
      if (axis < 0) continue;
      const component = `births.${k}.${key}.${(['x', 'y', 'z'] as const)[axis]}` as const;
      return { component, value: vector[axis] };
    }
    const wrong = infiniteColumn(law, birth.columns);
    if (wrong === undefined) continue;
    return { component: `births.${k}.columns.${wrong.plane}`, value: wrong.value };
  }
  return undefined;
}

function refuseOutside(option: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  const expected = `a whole number from ${min} to ${max}`;
  throw new SkeinError(
    'LAW_CHECK_INVALID',
    `${option}: found ${show(value)}, expected ${expected}.`,
  );
}

const MAX_NEIGHBORS = 40;

/** If a law gives a column no bounds, random values for the column are between -UNBOUNDED and UNBOUNDED. */
const UNBOUNDED = 1e6;

/**
 * Makes a random scene for a law: an agent with its neighbors and aims. An aim is a body or a place, as in a world. All
 * numbers are f32. All values are within the ranges that scenarios allow, and often at the ends of these ranges.
 * Neighbors and aims are on the agent's own spot, near it, or at the other end of the world.
 *
 * The scene depends on the seed, the number of the world, and the parameters, aim and columns of the law. It also
 * depends on whether the law reads headings, the force of earlier behaviors, or the value `found` of an aim.
 */
export function randomScene(law: Law, seed: number, world: number): LawScene {
  const draws = new Draws(seed, world);
  const dimensions = draws.below(3) === 0 ? 2 : 3;
  const maxSpeed = draws.within(0, 1e4);
  const far = draws.vector(draws.size(), dimensions);
  const position = vectorOf((axis) => insideWorld(far[axis]));
  const id = draws.below(LIMITS.agents - MAX_NEIGHBORS);
  const isCrowd = draws.below(2) === 0;
  const ascending = draws.below(2) === 0;
  const facing = readsHeading(law);
  const tick = draws.below(4) === 0 ? 0 : draws.below(MAX_TICK);
  const count = draws.below(8) === 0 ? 0 : draws.below(MAX_NEIGHBORS + 1);
  const offset = (): Vector => {
    const to = isCrowd && draws.below(4) === 0 ? position : draws.place(position, dimensions);
    return vectorOf((axis) => fround(to[axis] - position[axis]));
  };
  const leads = law.aim === 'path' || law.aim === 'waypoint';
  // A place does not move. At the end of an open path it has no heading.
  const place = () => ({
    offset: offset(),
    ...(leads && draws.below(4) > 0 && { heading: draws.frame(dimensions).heading }),
  });
  const body = () => ({
    offset: offset(),
    velocity: draws.vector(draws.within(0, 1e4), dimensions),
    acceleration: draws.vector(draws.within(0, 1e4), dimensions),
    radius: draws.within(0, 1e4),
    // A target has no heading.
    ...(facing && draws.below(2) === 0 && draws.frame(dimensions)),
  });
  const aim = isPlace(law.aim) ? place : body;
  const aims = () => {
    const names = ['aim', 'second'] as const;
    const isThere = ({ isOptional }: AimPlan) => !isOptional || draws.below(4) > 0;
    const found = aimsOf(law).map((one) => (isThere(one) ? aim() : undefined));
    return Object.fromEntries(
      found.flatMap((one, n) => (one === undefined ? [] : [[names[n], one]])),
    );
  };
  // Columns are drawn last, so that all other values do not depend on them.
  const scene: LawScene & Required<Pick<LawScene, 'neighbors'>> = {
    self: {
      position,
      velocity: draws.vector(draws.within(0, maxSpeed), dimensions),
      ...(facing && draws.frame(dimensions)),
      ...(readsForce(law) && { force: draws.vector(draws.within(0, 1e6), dimensions) }),
      mass: draws.within(1e-6, 1e6),
      radius: draws.within(0, 1e4),
      maxSpeed,
      // Absent, maxForce is infinite; JSON has no number for that.
      ...(draws.below(3) > 0 && { maxForce: draws.within(0, 1e6) }),
      id,
      species: draws.below(LIMITS.species),
      birth: draws.below(tick + 1),
    },
    neighbors: Array.from({ length: count }, (_, n) => ({
      offset: offset(),
      velocity: draws.vector(draws.within(0, 1e4), dimensions),
      mass: draws.within(1e-6, 1e6),
      radius: draws.within(0, 1e4),
      id: id + 1 + (ascending ? n : count - 1 - n),
      species: draws.below(LIMITS.species),
    })),
    ...aims(),
    parameters: Object.fromEntries(
      Object.entries(law.parameters).map(([name, { min, max, default: usual }]) => [
        name,
        draws.below(4) === 0 ? fround(usual) : draws.within(min, max),
      ]),
    ),
    dt: draws.within(1e-4, 1),
    tick,
    seed: draws.whole(),
    dimensions,
  };
  const columned =
    law.columns === undefined
      ? scene
      : {
          ...scene,
          self: { ...scene.self, ...draws.columns(law.columns) },
          neighbors: scene.neighbors.map((neighbor) => ({
            ...neighbor,
            ...draws.columns(law.columns!),
          })),
        };
  const names = fieldsOfLaw(law);
  return names.length === 0 ? columned : { ...columned, fields: draws.fields(names, dimensions) };
}

type Vector = readonly [x: number, y: number, z: number];

function vectorOf(component: (axis: 0 | 1 | 2) => number): Vector {
  return [component(0), component(1), component(2)];
}

const fround = Math.fround;

function unitOf([x, y, z]: Vector, other: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 1e-3 ? [fround(x / length), fround(y / length), fround(z / length)] : other;
}

function insideWorld(coordinate: number): number {
  return fround(Math.min(Math.max(coordinate, -LIMITS.coordinate), LIMITS.coordinate));
}

/** The sequence of random numbers from which one world is made. */
class Draws {
  readonly #seed: number;
  readonly #world: number;
  readonly #bits = new Uint32Array(4);
  #drawn = 0;

  constructor(seed: number, world: number) {
    this.#seed = seed;
    this.#world = world;
  }

  /** Returns 32 random bits as a whole number. */
  whole(): number {
    randomInto(this.#bits, this.#seed, this.#world, this.#drawn++, STREAM.laws);
    return this.#bits[0];
  }

  /**
   * Returns a whole number from 0 to `count` - 1. It is made of 24 random bits, so if `count` is above 2^24, some
   * numbers never come.
   */
  below(count: number): number {
    return Math.floor(unit(this.whole()) * count);
  }

  /**
   * Returns a number from `min` to `max`. It is often `min` or `max` itself. Otherwise its distance from `min` has a
   * random order of magnitude.
   */
  within(min: number, max: number): number {
    const chosen = this.below(8);
    if (chosen === 0) return fround(min);
    if (chosen === 1) return fround(max);
    // Rounding to f32 can move the result, like the end itself, by half a step beyond the end.
    return fround(min + (max - min) * unit(this.whole()) * this.#scale(20));
  }

  /** Returns a length (m) of a random order of magnitude. */
  size(): number {
    return 2 * LIMITS.coordinate * this.#scale(28);
  }

  /** Returns 1 divided by a random power of two. All exponents from 0 to `steps` - 1 are equally likely. */
  #scale(steps: number): number {
    return 1 / (1 << this.below(steps));
  }

  /**
   * Returns a vector in a random direction, with a length of at most `size`. One vector in four is along an axis and
   * has exactly this length.
   */
  vector(size: number, dimensions: 2 | 3): Vector {
    const along = this.below(4 * dimensions);
    const sign = this.below(2) === 0 ? 1 : -1;
    return vectorOf((axis) => {
      if (axis >= dimensions) return 0;
      if (along < dimensions) return axis === along ? fround(sign * size) : 0;
      // The diagonal of a cube is less than twice its edge.
      return fround(size * (unit(this.whole()) - 0.5));
    });
  }

  /**
   * Returns a random value for each column, sometimes the column's default. The value is within the bounds of the
   * column. By default, the bounds are 0 and `MAX_U32` for integers, and -`UNBOUNDED` and `UNBOUNDED` for other
   * columns.
   */
  columns(columns: NonNullable<Law['columns']>): Readonly<Record<string, number | Vector>> {
    return Object.fromEntries(
      Object.entries(columns).map(([name, { type, min, max, default: usual }]) => {
        const isUsual = this.below(8) === 0;
        if (type === 'u32') {
          const value = this.wholeWithin(min ?? 0, max ?? MAX_U32);
          return [name, isUsual ? ((usual as number | undefined) ?? value) : value];
        }
        const component = (axis: 0 | 1 | 2): number => {
          const value = this.signedWithin(min ?? -UNBOUNDED, max ?? UNBOUNDED);
          return isUsual && usual !== undefined ? fround([usual].flat()[axis]) : value;
        };
        return [name, type === 'f32' ? component(0) : vectorOf(component)];
      }),
    );
  }

  /** Returns a value and a gradient for each field. Values can be as large as scenarios allow. */
  fields(names: readonly string[], dimensions: 2 | 3): NonNullable<LawScene['fields']> {
    return Object.fromEntries(
      names.map((name) => {
        const value = this.signedWithin(-LIMITS.fieldValue, LIMITS.fieldValue);
        return [name, { value, gradient: this.vector(this.within(0, 1e3), dimensions) }];
      }),
    );
  }

  /**
   * Returns a number between `min` and `max`. If 0 lies between them, the sign and the order of magnitude of the number
   * are random. Otherwise, the result is that of `within`.
   */
  signedWithin(min: number, max: number): number {
    if (min >= 0 || max <= 0) return this.within(min, max);
    return this.below(2) === 0 ? this.within(0, max) : fround(-this.within(0, -min));
  }

  /**
   * Returns a whole number from `min` to `max`. It is often `min` or `max` itself. Otherwise its distance from `min`
   * has a random order of magnitude.
   */
  wholeWithin(min: number, max: number): number {
    const chosen = this.below(8);
    if (chosen === 0) return min;
    if (chosen === 1) return max;
    return min + Math.floor((max - min) * unit(this.whole()) * this.#scale(28));
  }

  /** Returns a random heading and an up vector, which are perpendicular unit vectors. */
  frame(dimensions: 2 | 3): { heading: Vector; up: Vector } {
    const heading = unitOf(this.vector(1, dimensions), [1, 0, 0]);
    const [x, y, z] = heading;
    const up =
      dimensions === 2
        ? ([0, 0, 1] as const)
        : unitOf([fround(-x * y), fround(1 - y * y), fround(-z * y)], [0, 0, 1]);
    return { heading, up };
  }

  /**
   * Returns a position in the world for a given position, the argument `from`. The result is sometimes the corner of
   * the world that is farthest from the given position. Otherwise the result is at a random distance from the given
   * position.
   */
  place(from: Vector, dimensions: 2 | 3): Vector {
    if (this.below(16) === 0) {
      return vectorOf((axis) => {
        if (axis >= dimensions) return 0;
        return from[axis] > 0 ? -LIMITS.coordinate : LIMITS.coordinate;
      });
    }
    const step = this.vector(this.size(), dimensions);
    return vectorOf((axis) => insideWorld(from[axis] + step[axis]));
  }
}
