import { shortest, wrapped } from '../grid/torus.ts';
import { normalizeInto, randomPerpendicularInto } from '../math/direction.ts';
import { randomInto, STREAM, unit } from '../math/random.ts';
import { LIMITS } from '../schema/limits.ts';
import { createAim } from '../steering/aim.ts';
import { targetOf } from '../steering/assigned.ts';
import { aimInto } from '../steering/find-aim.ts';
import { WORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { aimStepInto, type Way } from './aim-motion.ts';
import { HAPPENING, noteOf, placeIn } from './happening.ts';
import type { Kernel } from './kernel.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * A spark uses six random streams: one for its azimuth, four for its angle in the lobe, and one for its speed and its
 * key.
 */
const SPARK_STREAMS = 6;
const LOBE = 1;
const REST = 5;

/**
 * Used instead of a note when a slice has no more notes. It is not 0, because 0 is a valid note: a hit by the agent at
 * place 0.
 */
const NONE = -1;

const bits = new Uint32Array(4);
const moved = new Float32Array(3);
const normal = new Float32Array(3);
const axis = new Float32Array(3);
const side = new Float32Array(3);
const aim = createAim();
const way: Way = { x: 0, y: 0, z: 0 };

/**
 * Counts the particles that are born from the agents of a slice: the particles of trails and the sparks of hits. The
 * slice is the places [begin, end).
 *
 * reads the front state, staged agents and `happening` of the slice; writes `birthCount` of the worker
 */
export const countBirths: Kernel = (world, begin, end, worker) => {
  const { happening, happeningCount, birthCount } = world.scratch;
  const lastNote = begin + happeningCount[worker];
  let count = 0;
  for (let i = begin, note = begin; i < end; i++) {
    // Notes are in the order of places.
    while (note < lastNote && placeIn(happening[note]) < i) note++;
    findBirths(world, i, note < lastNote ? happening[note] : NONE);
    count += births.trail + births.sparks;
  }
  birthCount[worker] = count;
};

/**
 * Writes the births of particles from the agents of a slice to the ring of births. The births of earlier slices come
 * first. Within a slice, the births are in the order of the agents' places. If the ring cannot hold all births, only
 * the last ones are written, so that no two workers write to the same entry of the ring.
 *
 * reads `birthCount` of all workers, and what `countBirths` reads; writes the births of particles and `bornLast`
 */
export const writeBirths: Kernel = (world, begin, end, worker) => {
  const { plan, scratch, front } = world;
  const capacity = plan.particles;
  const born = bornInTick(world);
  const firstKept = born - capacity;
  // All workers write the same values before any birth. So after a discarded tick, it is known which places were
  // overwritten.
  world.particles.bornLast[0] = world.frontTick + 1;
  world.particles.bornLast[1] = born;
  const next = front.nextBirth[0];
  let k = 0;
  for (let earlier = 0; earlier < worker; earlier++) k += scratch.birthCount[earlier];
  const { happening } = scratch;
  const lastNote = begin + scratch.happeningCount[worker];
  for (let i = begin, note = begin; i < end; i++) {
    while (note < lastNote && placeIn(happening[note]) < i) note++;
    findBirths(world, i, note < lastNote ? happening[note] : NONE);
    const { trail, sparks } = births;
    for (let n = Math.max(0, firstKept - k); n < trail; n++) {
      writeTrail(world, i, n, (next + k + n) % capacity);
    }
    k += trail;
    for (let n = Math.max(0, firstKept - k); n < sparks; n++) {
      writeSpark(world, i, n, (next + k + n) % capacity);
    }
    k += sparks;
  }
};

/** The number of particles that are born in this tick. Valid only after all workers have counted their births. */
export function bornInTick(world: SharedWorld): number {
  const workers = world.control.word[WORD.workers];
  let born = 0;
  for (let worker = 0; worker < workers; worker++) born += world.scratch.birthCount[worker];
  return born;
}

/** The result of `findBirths`: the numbers of particles. */
const births = { trail: 0, sparks: 0 };

/**
 * Finds how many particles are born from the agent at place `i`. `note` is the note in scratch.happening about the
 * agent. If there is no such note, `note` is NONE or the note of another agent.
 */
function findBirths(world: SharedWorld, i: number, note: number): void {
  const { front, scratch, plan } = world;
  births.trail = 0;
  births.sparks = 0;
  // An agent that is launched or moved by a command in this step has left its old path, and has no new one yet.
  if (front.status[i] !== STATUS.alive || scratch.stagedStatus[i] > STATUS.quarantined) return;
  const { trail, sparks } = plan.species[front.species[i]];
  if (trail !== undefined) births.trail = trailBirths(world, trail.density, i);
  if (sparks !== undefined && note === noteOf(i, HAPPENING.hit)) births.sparks = sparks.count;
}

/**
 * The number of particles that a trail gains in this step: density * length, rounded up or down at random. The
 * probability of rounding up is the fractional part.
 */
function trailBirths(world: SharedWorld, density: number, i: number): number {
  const expected = fround(fround(density) * pathInto(world, i));
  const whole = Math.floor(expected);
  randomInto(bits, world.plan.seed, world.frontTick, world.front.id[i], STREAM.trail);
  return Math.min(whole + (unit(bits[0]) < expected - whole ? 1 : 0), LIMITS.trailBirths);
}

/**
 * Writes the agent's displacement (m) during this step to `moved`, and returns its length (m). On a torus, the
 * displacement is the shortest one.
 */
function pathInto({ front, scratch, plan }: SharedWorld, i: number): number {
  const { edge } = plan.grid;
  const { x, y, z } = scratch.stagedPosition;
  moved[0] = shortest(fround(x[i] - front.position.x[i]), edge[0]);
  moved[1] = shortest(fround(y[i] - front.position.y[i]), edge[1]);
  moved[2] = shortest(fround(z[i] - front.position.z[i]), edge[2]);
  return lengthOf(moved);
}

function lengthOf(v: Float32Array): number {
  const squared = fround(fround(v[0] * v[0]) + fround(v[1] * v[1]));
  return fround(sqrt(fround(squared + fround(v[2] * v[2]))));
}

/**
 * Writes the nth particle of a trail. It is at rest, at a uniformly distributed point of the agent's path in this step.
 */
function writeTrail(world: SharedWorld, i: number, n: number, to: number): void {
  const { front, plan, particles } = world;
  const { min, edge } = plan.grid;
  pathInto(world, i);
  randomInto(bits, plan.seed, world.frontTick, front.id[i], STREAM.trail + 1 + n);
  const share = unit(bits[0]);
  const { bornPosition: p, bornVelocity: v } = particles;
  p.x[to] = wrapped(fround(front.position.x[i] + fround(share * moved[0])), min[0], edge[0]);
  p.y[to] = wrapped(fround(front.position.y[i] + fround(share * moved[1])), min[1], edge[1]);
  p.z[to] = wrapped(fround(front.position.z[i] + fround(share * moved[2])), min[2], edge[2]);
  v.x[to] = 0;
  v.y[to] = 0;
  v.z[to] = 0;
  enter(world, to, bits[1], 2 * front.species[i]);
}

/**
 * Writes the nth spark of a hit. The direction of the spark is in a lobe around the reflected velocity w. Here
 * w = v - 2 * dot(v, u) * u, v is the velocity of the agent, and u is the unit normal of the surface.
 */
function writeSpark(world: SharedWorld, i: number, n: number, to: number): void {
  const { plan, front, scratch, particles, frontTick } = world;
  const { seed, dimensions } = plan;
  const id = front.id[i];
  const index = front.species[i];
  const { sharpness, slowest } = plan.species[index].sparks!;
  const stream = STREAM.sparks + SPARK_STREAMS * n;
  const speed = reflectInto(world, i);
  const [ax, ay, az] = axis as unknown as [number, number, number];
  randomPerpendicularInto(side, ax, ay, az, seed, frontTick, id, stream, dimensions);
  const along = cosineInLobe(world, sharpness, id, stream + LOBE);
  const aside = fround(sqrt(fround(1 - fround(along * along))));
  randomInto(bits, seed, frontTick, id, stream + REST);
  const least = fround(slowest);
  const pace = fround(speed * fround(least + fround(fround(1 - least) * unit(bits[0]))));
  const { bornPosition: p, bornVelocity: v } = particles;
  p.x[to] = scratch.stagedPosition.x[i];
  p.y[to] = scratch.stagedPosition.y[i];
  p.z[to] = scratch.stagedPosition.z[i];
  v.x[to] = finite(fround(pace * fround(fround(along * ax) + fround(aside * side[0]))));
  v.y[to] = finite(fround(pace * fround(fround(along * ay) + fround(aside * side[1]))));
  v.z[to] = finite(fround(pace * fround(fround(along * az) + fround(aside * side[2]))));
  enter(world, to, bits[1], 2 * index + 1);
}

/**
 * Returns `value`, or 0 if `value` is not finite. All values of a particle must be finite, but the square of a speed
 * can overflow f32.
 */
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/**
 * Returns a random cosine of the angle between a spark and the axis. The cosine is the largest of `sharpness` + 1
 * uniform random numbers u from 0 to 1. Its distribution is that of u^(1/(sharpness + 1)), but no root is needed.
 */
function cosineInLobe(world: SharedWorld, sharpness: number, id: number, stream: number): number {
  let largest = 0;
  for (let n = 0; n <= sharpness; n++) {
    if ((n & 3) === 0) randomInto(bits, world.plan.seed, world.frontTick, id, stream + (n >>> 2));
    largest = Math.max(largest, unit(bits[n & 3]));
  }
  return largest;
}

/**
 * Computes how an agent that hits its aim would bounce off it, and writes the direction to `axis`. Returns the speed of
 * the agent (m/s).
 */
function reflectInto(world: SharedWorld, i: number): number {
  const { plan, front, scratch } = world;
  const { edge } = plan.grid;
  const { stagedPosition: p, stagedVelocity: v } = scratch;
  const guidance = plan.species[front.species[i]].guidance!;
  aimInto(aim, world, guidance, i);
  aimStepInto(way, world, aim, targetOf(front, guidance, i));
  axis[0] = v.x[i];
  axis[1] = v.y[i];
  axis[2] = v.z[i];
  const speed = lengthOf(axis);
  // The fraction of the step until the hit. The target has moved by the same fraction.
  const whole = fround(speed * plan.dt);
  const time = whole > 0 ? Math.min(1, fround(pathInto(world, i) / whole)) : 0;
  const { x, y, z } = front.position;
  normalizeInto(
    normal,
    shortest(fround(fround(p.x[i] - x[i]) - comeTo(aim.x, way.x, time)), edge[0]),
    shortest(fround(fround(p.y[i] - y[i]) - comeTo(aim.y, way.y, time)), edge[1]),
    shortest(fround(fround(p.z[i] - z[i]) - comeTo(aim.z, way.z, time)), edge[2]),
  );
  const [nx, ny, nz] = normal as unknown as [number, number, number];
  const inward = fround(fround(fround(axis[0] * nx) + fround(axis[1] * ny)) + fround(axis[2] * nz));
  const twice = fround(2 * inward);
  normalizeInto(
    axis,
    fround(axis[0] - fround(twice * nx)),
    fround(axis[1] - fround(twice * ny)),
    fround(axis[2] - fround(twice * nz)),
  );
  return speed;
}

/**
 * Returns the position of an aim along one axis after the fraction `share` of a step. `offset` is its position before
 * the step, and `way` is its displacement in the whole step. `offset` and the result are relative to the agent's
 * position before the step.
 */
function comeTo(offset: number, way: number, share: number): number {
  return fround(offset + fround(share * way));
}

function enter(world: SharedWorld, to: number, key: number, kind: number): void {
  const { bornTick, bornKey, bornKind } = world.particles;
  bornTick[to] = world.frontTick + 1;
  bornKey[to] = key;
  bornKind[to] = kind;
}
