import { checkOptionNames, SkeinError, show } from '../errors.ts';
import { fall, meanDecay, squaredFlight } from '../math/drag.ts';
import { decay } from '../math/exponential.ts';
import type { Trail } from '../scenario/schema.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { FACTORS, factorStride } from '../world/sizes.ts';
import { type ParticleKernel, refresh, type SharedWorld } from '../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * When the radius of a particle falls below this fraction of its first radius, the particle is gone. A particle of 256
 * pixels has then shrunk to one pixel.
 */
const DEAD = 1 / 256;
/** -ln(DEAD). */
const LIFE = 5.545177444479562;
/** How many times per second `randomWalk` chooses a new random acceleration. */
const DRAWS = 60;

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
 * Evaluates the particles of a world on the calling thread. While workers step the world, use `team.particles` instead.
 *
 * @throws SkeinError PARTICLES_INVALID if an option is unknown, or alpha or tick is out of range; WorldError WORLD_BUSY
 * while workers step the world
 */
export function particles(world: World, options: ParticleOptions = {}): ParticleViews {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'particles');
  const living = livingParticles(inner, options);
  evaluateParticles(inner, living, 0, living.count);
  return particleViews(inner, living);
}

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
 * Returns the particle births after tick `since`, except births that newer births have already overwritten. Other code,
 * such as code on a graphics card, can compute the particles from these births. The data of the births is in the
 * columns `born...` of `world.particles`. A birth keeps its place in the columns until a newer birth overwrites it.
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
function firstWhere(begin: number, end: number, holds: (n: number) => boolean): number {
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

/**
 * Evaluates the living particles [begin, end), and writes living particle n to row n:
 *
 * p = p0 + v0 F(age) - g G(age) y + drift(key, age),  r = r0 e^(-attenuation age)
 *
 * Here p is the position and r is the radius; p0, v0 and r0 are the position, velocity and radius at birth. g is the
 * gravity of the particles, and y is the unit vector of the y axis.
 *
 * F and G describe a flight with linear drag, see math/drag.ts. The drift imitates a uniformly random acceleration that
 * changes 60 times a second. At each age, the drift spreads particles as far on average as that acceleration would. The
 * key of a particle determines two vectors. As the particle ages, the drift turns slowly from the first vector to the
 * second.
 *
 * The result depends only on the birth and the time. On a torus, the position may be outside of the bounds.
 *
 * @param worker the index of the factors to use; two evaluations that run at the same time need different indices
 */
export function evaluateParticles(
  world: SharedWorld,
  living: Living,
  begin: number,
  end: number,
  worker = 0,
): void {
  const { bornTick } = world.particles;
  const { particles: capacity } = world.plan;
  const fly = world.particleTwin ?? flyParticles;
  // Births are sorted by tick. Factors that births of one tick share are computed once.
  for (let n = begin; n < end; ) {
    const from = (living.first + n) % capacity;
    const tick = bornTick[from];
    const beforeEdge = Math.min(end, n + capacity - from);
    const next = firstWhere(n, beforeEdge, (k) => bornTick[from + k - n] !== tick);
    writeFactors(world, living.tick - tick, living.alpha, worker);
    fly(world, from, n, next, worker);
    n = next;
  }
}

const flyParticles: ParticleKernel = (world, from, begin, end, worker) => {
  const { bornKey, bornKind, particle, particleKind, particleFactor } = world.particles;
  const { x: px, y: py, z: pz } = world.particles.bornPosition;
  const { x: vx, y: vy, z: vz } = world.particles.bornVelocity;
  const factors = worker * factorStride(world.plan);
  const depth = world.plan.dimensions === 3 ? 1 : 0;
  for (let n = begin; n < end; n++) {
    const i = from + n - begin;
    const kind = bornKind[i];
    const row = factors + kind * FACTORS;
    const flown = particleFactor[row + FACTOR.flown];
    const fallen = particleFactor[row + FACTOR.fallen];
    const drift = particleFactor[row + FACTOR.drift];
    const turned = particleFactor[row + FACTOR.turned];
    const key = bornKey[i];
    const a = mix(key, 0x9e3779b1);
    const b = mix(key, 0x85ebca77);
    const c = mix(key, 0xc2b2ae3d);
    const dx = fround(fround(drift * (a >> 16)) + fround(turned * ((a << 16) >> 16)));
    const dy = fround(fround(drift * (b >> 16)) + fround(turned * ((b << 16) >> 16)));
    const dz = fround(fround(drift * (c >> 16)) + fround(turned * ((c << 16) >> 16)));
    const at = 4 * n;
    particle[at] = fround(fround(px[i] + fround(vx[i] * flown)) + dx);
    particle[at + 1] = fround(fround(fround(py[i] + fround(vy[i] * flown)) - fallen) + dy);
    particle[at + 2] = fround(fround(pz[i] + fround(vz[i] * flown)) + fround(dz * depth));
    particle[at + 3] = particleFactor[row + FACTOR.radius];
    particleKind[n] = kind;
  }
};

/** Returns a hash of `key`: a word whose two halves are used as signed 16-bit numbers. */
function mix(key: number, multiplier: number): number {
  const product = Math.imul(key, multiplier);
  const mixed = Math.imul(product ^ (product >>> 15), 0x27d4eb2f);
  return mixed ^ (mixed >>> 15);
}

/**
 * The index of each factor in a row of particleFactor. `flown` (s) multiplies the velocity at birth. `fallen` (m) is
 * the fall toward -y. A particle also has a random offset, which is the sum of two random vectors. The factor `drift`
 * (m) multiplies the first vector, and the factor `turned` (m) multiplies the second. The vectors have signed 16-bit
 * components, so these two factors include 1/32768. `radius` is in m.
 */
const FACTOR = { flown: 0, fallen: 1, drift: 2, turned: 3, radius: 4 } as const;

/**
 * For each kind of particle, computes the factors that are the same for all particles of the same age. The age is a
 * number of ticks, plus the fraction `alpha` of a tick.
 */
function writeFactors(world: SharedWorld, age: number, alpha: number, worker: number): void {
  const { plan, particles } = world;
  const row = worker * factorStride(plan);
  const t = (age + alpha) * plan.dt;
  plan.species.forEach(({ trail, sparks }, index) => {
    const at = row + 2 * index * FACTORS;
    if (trail !== undefined) writeFactorsOf(particles.particleFactor, at, trail, t);
    if (sparks !== undefined) writeFactorsOf(particles.particleFactor, at + FACTORS, sparks, t);
  });
}

type Flight = Pick<Trail, 'radius' | 'attenuation' | 'randomWalk' | 'damping' | 'gravity'>;

/** Computes the factors of one kind of particle, in f64, and rounds them to f32 at the end. `t` is the age in s. */
function writeFactorsOf(factors: Float32Array, at: number, flight: Flight, t: number): void {
  const z = flight.damping * t;
  // The variance of a draw is randomWalk^2/12. A uniform number in [-1, 1) has the variance 1/3.
  const rate = (3 * flight.randomWalk * flight.randomWalk) / (12 * DRAWS);
  const spread = sqrt(rate * t * t * t * squaredFlight(z)) / 32768;
  // A point of the unit circle without a sine: (1 - m^2, 2m)/(1 + m^2).
  const m = t / (1 + t);
  const left = decay(Math.min(700, flight.attenuation * t));
  factors[at + FACTOR.flown] = t * meanDecay(z);
  factors[at + FACTOR.fallen] = flight.gravity * t * t * fall(z);
  factors[at + FACTOR.drift] = (spread * (1 - m * m)) / (1 + m * m);
  factors[at + FACTOR.turned] = (spread * 2 * m) / (1 + m * m);
  factors[at + FACTOR.radius] = left < DEAD ? 0 : flight.radius * left;
}
