import { fall, meanDecay, squaredFlight } from '../math/drag.ts';
import { decay } from '../math/exponential.ts';
import type { Trail } from '../scenario/schema.ts';
import type { Exports } from '../simd/exports.ts';
import { kernelsOver } from '../simd/module.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { FACTORS, factorStride } from '../world/sizes.ts';
import { tableOf } from '../world/tables.ts';
import type { SharedWorld } from '../world/world.ts';
import {
  DEAD,
  firstWhere,
  type Living,
  livingParticles,
  type ParticleOptions,
  type ParticleViews,
  particleViews,
} from './living-particles.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** How many times per second `randomWalk` chooses a new random acceleration. */
const DRAWS = 60;

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
  const wasm = kernelsOver(world.memory);
  // Births are sorted by tick. Factors that births of one tick share are computed once.
  for (let n = begin; n < end; ) {
    const from = (living.first + n) % capacity;
    const tick = bornTick[from];
    const beforeEdge = Math.min(end, n + capacity - from);
    const next = firstWhere(n, beforeEdge, (k) => bornTick[from + k - n] !== tick);
    writeFactors(world, living.tick - tick, living.alpha, worker);
    if (wasm === undefined) flyParticles(world, from, n, next, worker);
    else flyInSimd(wasm, world, from, n, next, worker);
    n = next;
  }
}

function flyInSimd(
  wasm: Exports,
  world: SharedWorld,
  from: number,
  begin: number,
  end: number,
  worker: number,
): void {
  const factors = world.particles.particleFactor.byteOffset + 4 * factorStride(world.plan) * worker;
  wasm.fly(tableOf(world), factors, from, begin, end, world.plan.dimensions);
}

/**
 * Evaluates particles from consecutive births in the ring of births. The slot of the first birth is `from`. Writes the
 * particles to the rows [begin, end). All births must have the same tick. Uses the factors of `worker`.
 */
function flyParticles(
  world: SharedWorld,
  from: number,
  begin: number,
  end: number,
  worker: number,
): void {
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
}

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
