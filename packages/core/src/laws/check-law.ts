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

/** How a law fares in random worlds. */
export interface LawCheck {
  readonly seed: number;
  readonly worlds: number;
  /** How many of them make it yield anything that is not a finite number. */
  readonly failed: number;
  /** The first one of these. */
  readonly failure?: LawFailure;
}

/**
 * A case in which a law yields NaN or an infinite number. `evaluateLaw(law, scene)` repeats it. For the next value
 * of a column `evaluateLawNext(law, scene)` does, for a birth `evaluateLawLife(law, scene)`, for a deposit
 * `evaluateLawDeposit(law, scene)`.
 */
export interface LawFailure {
  /** Its number, from 0: the same for the same seed, however many worlds there are. */
  readonly world: number;
  /**
   * The first component that is not finite. It is one of what the law yields, of a column, as "next.energy" or
   * "next.wind.x", of a birth, as "births.0.position.x" or "births.1.columns.energy", or of a deposit, as
   * "deposit.trail".
   */
  readonly component:
    | `${LawResult}.${'x' | 'y' | 'z'}`
    | `${'next' | 'births' | 'deposit'}.${string}`;
  readonly value: number;
  readonly scene: LawScene;
}

export interface LawCheckOptions {
  /** 1 to `MAX_CHECK_WORLDS`; 1,000 when left out. */
  readonly worlds?: number;
  /** 0 to 2^32 - 1; 1 when left out. */
  readonly seed?: number;
}

/**
 * Evaluates a law in random worlds, and counts those in which it yields anything that is not a finite number.
 *
 * @throws SkeinError LAW_CHECK_INVALID for an option out of range
 * @throws LawError LAW_INVALID unless it is a law
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

/** The first component of what a law yields for a scene that is no finite number. */
function infiniteOf(
  law: Law,
  scene: LawScene,
): Pick<LawFailure, 'component' | 'value'> | undefined {
  const vector = evaluateLaw(law, scene);
  const axis = vector.findIndex((one) => !Number.isFinite(one));
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

/** The first plane of columns that is no finite number. */
function infiniteColumn(
  law: Law,
  columns: Readonly<Record<string, number | readonly number[]>>,
): { readonly plane: string; readonly value: number } | undefined {
  for (const [name, given] of Object.entries(columns)) {
    const values = [given].flat();
    const at = values.findIndex((one) => !Number.isFinite(one));
    if (at < 0) continue;
    return { plane: planeNamesOf(name, law.columns![name].type)[at], value: values[at] };
  }
  return undefined;
}

/** The first number that is given to a birth which happens, and is not finite. */
function infiniteBirth(
  law: Law,
  scene: LawScene,
): Pick<LawFailure, 'component' | 'value'> | undefined {
  for (const [k, birth] of evaluateLawLife(law, scene).births.entries()) {
    if (birth === undefined) continue;
    for (const key of ['position', 'velocity'] as const) {
      const vector = birth[key] ?? [];
      const axis = vector.findIndex((one) => !Number.isFinite(one));
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

/** Columns whose law gives no bounds are drawn from so far below 0 to so far above. */
const UNBOUNDED = 1e6;

/**
 * A random agent with what it sees: within the ranges that scenarios have, often at their ends, with
 * neighbors and aims on its own spot, near it, and at the other end of the world. An aim is a body or a
 * place, as a world gives it to the law. The scene depends on the seed, the number of the world, and the law's
 * parameters, aim and columns. It also depends on whether the law reads where bodies face, what others before it have
 * added up to, or whether it has an aim. Its numbers are f32; those of a column lie in its range.
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
  // A place does not move, and at the end of an open path it leads nowhere.
  const place = () => ({
    offset: offset(),
    ...(leads && draws.below(4) > 0 && { heading: draws.frame(dimensions).heading }),
  });
  const body = () => ({
    offset: offset(),
    velocity: draws.vector(draws.within(0, 1e4), dimensions),
    acceleration: draws.vector(draws.within(0, 1e4), dimensions),
    radius: draws.within(0, 1e4),
    // A target faces nowhere.
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
  // Columns are drawn last: the rest does not depend on them.
  const scene: LawScene & Required<Pick<LawScene, 'neighbors'>> = {
    self: {
      position,
      velocity: draws.vector(draws.within(0, maxSpeed), dimensions),
      ...(facing && draws.frame(dimensions)),
      ...(readsForce(law) && { force: draws.vector(draws.within(0, 1e6), dimensions) }),
      mass: draws.within(1e-6, 1e6),
      radius: draws.within(0, 1e4),
      maxSpeed,
      // Left out it is infinite, which JSON could not say.
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
          neighbors: scene.neighbors.map((one) => ({ ...one, ...draws.columns(law.columns!) })),
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

/** The random numbers of one world, one after the other. */
class Draws {
  readonly #seed: number;
  readonly #world: number;
  readonly #bits = new Uint32Array(4);
  #drawn = 0;

  constructor(seed: number, world: number) {
    this.#seed = seed;
    this.#world = world;
  }

  /** 32 random bits. */
  whole(): number {
    randomInto(this.#bits, this.#seed, this.#world, this.#drawn++, STREAM.laws);
    return this.#bits[0];
  }

  /** A whole number from 0 up to `count`; of more than 2^24, every so many of them. */
  below(count: number): number {
    return Math.floor(unit(this.whole()) * count);
  }

  /** One of the ends, or between them, near the lower one as often as far from it. */
  within(min: number, max: number): number {
    const chosen = this.below(8);
    if (chosen === 0) return fround(min);
    if (chosen === 1) return fround(max);
    // Rounded, it may lie beyond an end by half a step of f32, as the end itself may.
    return fround(min + (max - min) * unit(this.whole()) * this.#scale(20));
  }

  /** A length of any order of magnitude, m. */
  size(): number {
    return 2 * LIMITS.coordinate * this.#scale(28);
  }

  /** 1, 1/2, 1/4 and so on, each as often. */
  #scale(steps: number): number {
    return 1 / (1 << this.below(steps));
  }

  /** Not longer than `size`, in any direction; a quarter of them along an axis, and just as long. */
  vector(size: number, dimensions: 2 | 3): Vector {
    const along = this.below(4 * dimensions);
    const sign = this.below(2) === 0 ? 1 : -1;
    return vectorOf((axis) => {
      if (axis >= dimensions) return 0;
      if (along < dimensions) return axis === along ? fround(sign * size) : 0;
      // The diagonal of a cube is less than 2 of its edges.
      return fround(size * (unit(this.whole()) - 0.5));
    });
  }

  /** A value of each column in its range, at times its default; one without bounds is drawn up to `UNBOUNDED`. */
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

  /** Values of fields, as large as they may be, and how they grow. */
  fields(names: readonly string[], dimensions: 2 | 3): NonNullable<LawScene['fields']> {
    return Object.fromEntries(
      names.map((name) => {
        const value = this.signedWithin(-LIMITS.fieldValue, LIMITS.fieldValue);
        return [name, { value, gradient: this.vector(this.within(0, 1e3), dimensions) }];
      }),
    );
  }

  /** As `within`, away from 0 to either side where the range is on both. */
  signedWithin(min: number, max: number): number {
    if (min >= 0 || max <= 0) return this.within(min, max);
    return this.below(2) === 0 ? this.within(0, max) : fround(-this.within(0, -min));
  }

  /** A whole number: one of the ends, or between them, near the lower one as often as far from it. */
  wholeWithin(min: number, max: number): number {
    const chosen = this.below(8);
    if (chosen === 0) return min;
    if (chosen === 1) return max;
    return min + Math.floor((max - min) * unit(this.whole()) * this.#scale(28));
  }

  /** Where a body faces: unit vectors. */
  frame(dimensions: 2 | 3): { heading: Vector; up: Vector } {
    const heading = unitOf(this.vector(1, dimensions), [1, 0, 0]);
    const [x, y, z] = heading;
    const up =
      dimensions === 2
        ? ([0, 0, 1] as const)
        : unitOf([fround(-x * y), fround(1 - y * y), fround(-z * y)], [0, 0, 1]);
    return { heading, up };
  }

  /** The other end of the world, or anywhere between. */
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
