import { checkOptionNames, SkeinError, show } from '../errors.ts';
import type { Planes } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { refresh, type SharedWorld } from '../world/world.ts';

/**
 * When the radius of a particle falls below this fraction of its first radius, the particle is gone. A particle of 256
 * pixels has then shrunk to one pixel.
 */
export const DEAD = 1 / 256;
/** -ln(DEAD). */
const LIFE = 5.545177444479562;

/**
 * A range in the ring of births, in the order of birth. The range begins at place `first`. Past the end of the ring, it
 * continues at the beginning.
 */
export interface Births {
  readonly first: number;
  readonly count: number;
}

/** The births whose particles may still be visible at the time `tick` + `alpha`. */
export interface Living extends Births {
  readonly tick: number;
  readonly alpha: number;
}

/** Views of the particles that were evaluated last. The next evaluation overwrites their contents. */
export interface ParticleViews {
  /**
   * Place of the first particle's birth in the ring of births. The births of the other particles follow, modulo the
   * capacity.
   */
  readonly first: number;
  readonly count: number;
  /**
   * x, y, z and radius (m) of each particle, in the order of birth. The radius is 0 if the particle has already faded.
   */
  readonly records: Float32Array;
  /** A number for each particle: 2 * the index of its species, plus 1 for a spark. */
  readonly kinds: Uint8Array;
}

export interface ParticleOptions {
  /** Particles are evaluated at `tick` plus this fraction of a tick, from 0 to 1. Default: 0. */
  readonly alpha?: number;
  /** The tick to evaluate; no later than the current tick. Default: the current tick. */
  readonly tick?: number;
}

const OPTIONS = ['alpha', 'tick'] as const satisfies readonly (keyof ParticleOptions)[];

/**
 * Finds, in the ring of births, the births of particles that may still be visible.
 *
 * @throws SkeinError PARTICLES_INVALID if an option is unknown, or alpha or tick is out of range
 */
export function livingParticles(world: SharedWorld, options: ParticleOptions = {}): Living {
  refresh(world);
  const { tick, alpha } = checkParticleOptions(options, world.frontTick);
  const { first, count } = birthsBetween(world, tick - longestLife(world), tick);
  return { first, count, tick, alpha };
}

/**
 * Checks the options and fills in the defaults, for a world at tick `present`.
 *
 * @throws SkeinError PARTICLES_INVALID if an option is unknown, or if alpha or tick is out of range
 */
export function checkParticleOptions(
  options: ParticleOptions,
  present: number,
): Required<ParticleOptions> {
  checkOptionNames(options, OPTIONS, refused);
  const { alpha = 0, tick = present } = options;
  if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1))
    throw invalid('alpha', alpha, 'a number from 0 to 1');
  if (!Number.isInteger(tick) || tick < 0 || tick > present) {
    throw invalid('tick', tick, `a whole number from 0 to ${present}`);
  }
  return { alpha, tick };
}

/**
 * The births of particles, in a ring. A birth keeps its row until a newer birth overwrites it. The arrays are views of
 * the world's memory: if a team moves the world to other memory (the event `moved`), read them again.
 */
export interface BirthColumns {
  /** The number of rows; 0 if no particles are ever born. */
  readonly capacity: number;
  /** Position (m) and velocity (m/s) at birth. */
  readonly position: Planes<Float32Array>;
  readonly velocity: Planes<Float32Array>;
  /** The tick of the birth. */
  readonly tick: Uint32Array;
  /** A random number for each particle, which decides how it drifts. */
  readonly key: Uint32Array;
  /** 2 * the index of the species, plus 1 for a spark. */
  readonly kind: Uint8Array;
}

/**
 * Returns the columns of the births of a world's particles. Read them only between runs of a team.
 *
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function birthColumns(world: World): BirthColumns {
  const { particles, plan } = innerOf(world);
  const { bornPosition, bornVelocity, bornTick, bornKey, bornKind } = particles;
  return {
    capacity: plan.particles,
    position: bornPosition,
    velocity: bornVelocity,
    tick: bornTick,
    key: bornKey,
    kind: bornKind,
  };
}

/**
 * Returns the births of the particles that may be visible at the current tick. Call it only between runs of a team.
 *
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function visibleBirths(world: World): Births {
  const { first, count } = livingParticles(innerOf(world));
  return { first, count };
}

/**
 * Returns the particle births after tick `since`, except births that newer births have already overwritten. Other code,
 * such as code on a graphics card, can compute the particles from these births. Their data is in `birthColumns`.
 * Call this function only between runs of a team.
 *
 * @throws WorldError WORLD_UNKNOWN for anything that is not a world
 */
export function birthsSince(world: World, since: number): Births {
  const inner = innerOf(world);
  refresh(inner);
  return birthsBetween(inner, since + 1, inner.frontTick);
}

/** The births of the ticks from `begin` to `end`, including both. */
function birthsBetween(world: SharedWorld, begin: number, end: number): Births {
  const capacity = world.plan.particles;
  if (capacity === 0) return { first: 0, count: 0 };
  const kept = world.front.keptBirths[0];
  const oldest = world.front.nextBirth[0] + capacity - kept;
  const born = (n: number): number => world.particles.bornTick[(oldest + n) % capacity];
  const from = firstWhere(overwritten(world, kept), kept, (n) => born(n) >= begin);
  const to = firstWhere(from, kept, (n) => born(n) > end);
  return { first: (oldest + from) % capacity, count: to - from };
}

/**
 * The number of births that a discarded tick may have overwritten, in part or entirely. They are always the oldest
 * births. A search must skip them, because their ticks may be out of order.
 */
function overwritten({ plan, particles, frontTick }: SharedWorld, kept: number): number {
  const [tick, count] = particles.bornLast as unknown as [number, number];
  if (tick <= frontTick) return 0;
  return Math.min(Math.max(count - (plan.particles - kept), 0), kept);
}

function invalid(option: string, found: unknown, expected: string): SkeinError {
  return refused(option, show(found), expected);
}

function refused(option = 'options', found: string, expected: string): SkeinError {
  return new SkeinError(
    'PARTICLES_INVALID',
    `Particles, option ${option}: found ${found}, expected ${expected}.`,
  );
}

/**
 * Returns the first n in [begin, end) for which `holds` is true; `end` if there is none. If `holds` is true for a
 * number, it must be true for all larger numbers.
 */
export function firstWhere(begin: number, end: number, holds: (n: number) => boolean): number {
  let low = begin;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The longest time that any kind of particle is visible, in ticks. */
function longestLife({ plan }: SharedWorld): number {
  let slowest = Number.POSITIVE_INFINITY;
  for (const { trail, sparks } of plan.species) {
    if (trail !== undefined) slowest = Math.min(slowest, trail.attenuation);
    if (sparks !== undefined) slowest = Math.min(slowest, sparks.attenuation);
  }
  return Math.ceil(LIFE / (slowest * plan.dt));
}

/** Returns views of the particles that were evaluated last. */
export function particleViews(world: SharedWorld, { first, count }: Living): ParticleViews {
  const { particle, particleKind } = world.particles;
  return {
    first,
    count,
    records: particle.subarray(0, 4 * count),
    kinds: particleKind.subarray(0, count),
  };
}
