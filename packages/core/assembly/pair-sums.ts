/**
 * Adds the candidates of a cluster to the sums of its four agents. The arithmetic is that of
 * src/steering/neighbor-sums.ts. A candidate is copied to all four lanes. Each lane measures it against one agent.
 *
 * A first loop measures all pairs, and a second loop adds them to the sums. So each loop can keep its numbers in
 * registers, and no long chain of dependent instructions links one candidate to the next.
 */

import {
  FRONT_HEADING_X,
  FRONT_HEADING_Y,
  FRONT_HEADING_Z,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
} from './columns';
import { squaredLength } from './lanes';

/** Squared distance (m^2) below which two agents count as coincident. */
const COINCIDENT: f32 = 1e-24;
/**
 * The list of candidates is processed in pieces of this many bytes. A piece has 128 candidates. The pairs of a piece
 * fit in the cache.
 */
const PIECE: usize = 512;

// A pair, of one candidate and four agents, is vectors at these bytes: the offset (m), what it counts
// for separation, who has it as a neighbor for cohesion, and for alignment.
const OFFSET_X: usize = 0;
const OFFSET_Y: usize = 16;
const OFFSET_Z: usize = 32;
const INVERSE: usize = 48;
const COHERES: usize = 64;
const ALIGNS: usize = 80;
const PAIR: usize = 96;

let px: usize = 0;
let py: usize = 0;
let pz: usize = 0;
let vx: usize = 0;
let vy: usize = 0;
let vz: usize = 0;
// What alignment is of: velocities, or headings.
let mx: usize = 0;
let my: usize = 0;
let mz: usize = 0;
let speciesOf: usize = 0;
let uniform: bool = false;
let cohesionRange: f32 = 0;
let alignmentRange: f32 = 0;
let separationRange: f32 = 0;
let cohesionCosine: f32 = 0;
let alignmentCosine: f32 = 0;
let separationCosine: f32 = 0;
let cohesionMask: u32 = 0;
let alignmentMask: u32 = 0;
let separationMask: u32 = 0;
let headings: bool = false;
let counts: bool = false;
let nearDistance: f32 = 0;
let nearFactor: f32 = 0;

/**
 * Sets how cohesion, alignment and separation see their neighbors. The squared range of an absent behavior is negative.
 * If `byHeading` is 1, alignment uses headings instead of velocities. If `each` is 1, separation adds a unit vector for
 * each neighbor. If that neighbor is nearer than `near` (m), the unit vector is multiplied by `factor`.
 */
export function setViews(
  cohesionSquared: f32,
  cohesionView: f32,
  cohesionSees: u32,
  alignmentSquared: f32,
  alignmentView: f32,
  alignmentSees: u32,
  separationSquared: f32,
  separationView: f32,
  separationSees: u32,
  byHeading: i32,
  each: i32,
  near: f32,
  factor: f32,
): void {
  cohesionRange = cohesionSquared;
  cohesionCosine = cohesionView;
  cohesionMask = cohesionSees;
  alignmentRange = alignmentSquared;
  alignmentCosine = alignmentView;
  alignmentMask = alignmentSees;
  separationRange = separationSquared;
  separationCosine = separationView;
  separationMask = separationSees;
  headings = byHeading != 0;
  counts = each != 0;
  nearDistance = near;
  nearFactor = factor;
  uniform =
    cohesionSquared == alignmentSquared &&
    cohesionSquared == separationSquared &&
    cohesionView == -1 &&
    alignmentView == -1 &&
    separationView == -1 &&
    (cohesionSees & alignmentSees & separationSees) == 0xffffffff;
}

/** Looks up the columns that the sums read. */
export function openPairs(table: usize): void {
  px = load<usize>(table + FRONT_POSITION_X);
  py = load<usize>(table + FRONT_POSITION_Y);
  pz = load<usize>(table + FRONT_POSITION_Z);
  vx = load<usize>(table + FRONT_VELOCITY_X);
  vy = load<usize>(table + FRONT_VELOCITY_Y);
  vz = load<usize>(table + FRONT_VELOCITY_Z);
  mx = headings ? load<usize>(table + FRONT_HEADING_X) : vx;
  my = headings ? load<usize>(table + FRONT_HEADING_Y) : vy;
  mz = headings ? load<usize>(table + FRONT_HEADING_Z) : vz;
  speciesOf = load<usize>(table + FRONT_SPECIES);
}

/**
 * Adds what each candidate in the list [list, listEnd) contributes to the sums of four agents. An entry of the list is
 * the byte offset of a candidate's value in every f32 plane. (x, y, z) are the positions of the four agents. `at` is
 * the byte offset of the first agent's velocity in the velocity planes. `sums` is the address of the sums. Each SIMD
 * lane computes the sums of one agent, in the order of the list. The list is processed in pieces, and `pairs` is memory
 * for the pairs of one piece.
 */
export function sumPairs(
  list: usize,
  listEnd: usize,
  x: v128,
  y: v128,
  z: v128,
  at: usize,
  pairs: usize,
  sums: usize,
  planeBytes: usize,
): void {
  for (let piece = list; piece < listEnd; piece += PIECE) {
    const end = min(piece + PIECE, listEnd);
    if (uniform) measureAll(piece, end, x, y, z, pairs, sums, planeBytes);
    else measureViews(piece, end, x, y, z, at, pairs, sums, planeBytes);
    if (counts) countEach(piece, end, pairs);
    add(piece, end, pairs, uniform ? COHERES : ALIGNS, sums, planeBytes);
  }
}

/**
 * Measures all pairs of a candidate in [list, end) and one of the four agents at (x, y, z). Cohesion, alignment and
 * separation must have the same radius, see all around, and see all species.
 */
function measureAll(
  list: usize,
  end: usize,
  x: v128,
  y: v128,
  z: v128,
  pairs: usize,
  sums: usize,
  planeBytes: usize,
): void {
  const range = f32x4.splat(cohesionRange);
  const tiny = f32x4.splat(COINCIDENT);
  const one = f32x4.splat(1);
  const ax = px;
  const ay = py;
  const az = pz;
  let count = v128.load(sums + 6 * planeBytes);
  let coincident = v128.load(sums + 10 * planeBytes);
  let pair = pairs;
  for (let p = list; p < end; p += 4) {
    const o = <usize>load<u32>(p);
    const dx = f32x4.sub(v128.load_splat<f32>(ax + o), x);
    const dy = f32x4.sub(v128.load_splat<f32>(ay + o), y);
    const dz = f32x4.sub(v128.load_splat<f32>(az + o), z);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const same = f32x4.lt(squared, tiny);
    const near = v128.andnot(f32x4.le(squared, range), same);
    v128.store(pair, dx, OFFSET_X);
    v128.store(pair, dy, OFFSET_Y);
    v128.store(pair, dz, OFFSET_Z);
    v128.store(pair, v128.and(near, f32x4.div(one, squared)), INVERSE);
    v128.store(pair, near, COHERES);
    pair += PAIR;
    count = i32x4.sub(count, near);
    coincident = i32x4.sub(coincident, same);
  }
  v128.store(sums + 6 * planeBytes, count);
  v128.store(sums + 10 * planeBytes, coincident);
  v128.store(sums + 11 * planeBytes, count);
}

function spread(condition: bool): v128 {
  return i32x4.splat(condition ? -1 : 0);
}

/**
 * Measures each candidate in [list, end) against each of the four agents. Cohesion, alignment and separation can have
 * different radii, fields of view and species.
 */
function measureViews(
  list: usize,
  end: usize,
  x: v128,
  y: v128,
  z: v128,
  at: usize,
  pairs: usize,
  sums: usize,
  planeBytes: usize,
): void {
  const tiny = f32x4.splat(COINCIDENT);
  const one = f32x4.splat(1);
  const allCohesion = spread(cohesionCosine == -1);
  const allAlignment = spread(alignmentCosine == -1);
  const allSeparation = spread(separationCosine == -1);
  const rangeCohesion = f32x4.splat(cohesionRange);
  const rangeAlignment = f32x4.splat(alignmentRange);
  const rangeSeparation = f32x4.splat(separationRange);
  const cosineCohesion = f32x4.splat(cohesionCosine);
  const cosineAlignment = f32x4.splat(alignmentCosine);
  const cosineSeparation = f32x4.splat(separationCosine);
  const ux = v128.load(vx + at);
  const uy = v128.load(vy + at);
  const uz = v128.load(vz + at);
  const speed = f32x4.sqrt(
    f32x4.add(f32x4.add(f32x4.mul(ux, ux), f32x4.mul(uy, uy)), f32x4.mul(uz, uz)),
  );
  const moving = f32x4.gt(speed, f32x4.splat(0));
  const hx = v128.and(moving, f32x4.div(ux, speed));
  const hy = v128.and(moving, f32x4.div(uy, speed));
  const hz = v128.and(moving, f32x4.div(uz, speed));
  let cohering = v128.load(sums + 11 * planeBytes);
  let count = v128.load(sums + 6 * planeBytes);
  let coincident = v128.load(sums + 10 * planeBytes);
  let pair = pairs;
  for (let p = list; p < end; p += 4) {
    const o = <usize>load<u32>(p);
    const bit: u32 = 1 << load<u8>(speciesOf + (o >> 2));
    const dx = f32x4.sub(v128.load_splat<f32>(px + o), x);
    const dy = f32x4.sub(v128.load_splat<f32>(py + o), y);
    const dz = f32x4.sub(v128.load_splat<f32>(pz + o), z);
    const squared = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const distance = f32x4.sqrt(squared);
    const along = f32x4.add(f32x4.add(f32x4.mul(dx, hx), f32x4.mul(dy, hy)), f32x4.mul(dz, hz));
    const same = f32x4.lt(squared, tiny);
    const cohesionView = v128.or(allCohesion, f32x4.gt(along, f32x4.mul(cosineCohesion, distance)));
    const alignmentView = v128.or(
      allAlignment,
      f32x4.gt(along, f32x4.mul(cosineAlignment, distance)),
    );
    const separationView = v128.or(
      allSeparation,
      f32x4.gt(along, f32x4.mul(cosineSeparation, distance)),
    );
    const coheres = v128.and(
      v128.andnot(f32x4.le(squared, rangeCohesion), same),
      v128.and(cohesionView, spread((cohesionMask & bit) != 0)),
    );
    const aligns = v128.and(
      v128.andnot(f32x4.le(squared, rangeAlignment), same),
      v128.and(alignmentView, spread((alignmentMask & bit) != 0)),
    );
    const seen = spread((separationMask & bit) != 0);
    const separates = v128.and(
      v128.andnot(f32x4.le(squared, rangeSeparation), same),
      v128.and(separationView, seen),
    );
    v128.store(pair, dx, OFFSET_X);
    v128.store(pair, dy, OFFSET_Y);
    v128.store(pair, dz, OFFSET_Z);
    v128.store(pair, v128.and(separates, f32x4.div(one, squared)), INVERSE);
    v128.store(pair, coheres, COHERES);
    v128.store(pair, aligns, ALIGNS);
    pair += PAIR;
    cohering = i32x4.sub(cohering, coheres);
    count = i32x4.sub(count, aligns);
    coincident = i32x4.sub(coincident, v128.and(same, seen));
  }
  v128.store(sums + 6 * planeBytes, count);
  v128.store(sums + 10 * planeBytes, coincident);
  v128.store(sums + 11 * planeBytes, cohering);
}

/**
 * Applies the option `each` of separation. If a pair separates, its scale is set to 1 / distance, so that the scaled
 * offset is a unit vector. If the neighbor is nearer than `nearDistance`, the scale is `nearFactor` / distance.
 * Without `each`, this separate loop does not run, and costs nothing.
 */
function countEach(list: usize, end: usize, pairs: usize): void {
  const none = f32x4.splat(0);
  const one = f32x4.splat(1);
  const near = f32x4.splat(nearDistance);
  const factor = f32x4.splat(nearFactor);
  let pair = pairs;
  for (let p = list; p < end; p += 4) {
    const dx = v128.load(pair, OFFSET_X);
    const dy = v128.load(pair, OFFSET_Y);
    const dz = v128.load(pair, OFFSET_Z);
    const distance = f32x4.sqrt(squaredLength(dx, dy, dz));
    const share = f32x4.div(v128.bitselect(factor, one, f32x4.lt(distance, near)), distance);
    // A pair that does not separate counts 0, by either law.
    const separates = f32x4.ne(v128.load(pair, INVERSE), none);
    v128.store(pair, v128.and(separates, share), INVERSE);
    pair += PAIR;
  }
}

/**
 * Adds measured pairs to the sums of four agents. Each record holds the pairs of one candidate with all four agents. At
 * byte `aligns`, the record has a mask of the agents that align with the candidate.
 */
function add(
  list: usize,
  end: usize,
  pairs: usize,
  aligns: usize,
  sums: usize,
  planeBytes: usize,
): void {
  const bx = mx;
  const by = my;
  const bz = mz;
  let offsetX = v128.load(sums);
  let offsetY = v128.load(sums + planeBytes);
  let offsetZ = v128.load(sums + 2 * planeBytes);
  let velocityX = v128.load(sums + 3 * planeBytes);
  let velocityY = v128.load(sums + 4 * planeBytes);
  let velocityZ = v128.load(sums + 5 * planeBytes);
  let awayX = v128.load(sums + 7 * planeBytes);
  let awayY = v128.load(sums + 8 * planeBytes);
  let awayZ = v128.load(sums + 9 * planeBytes);
  let pair = pairs;
  for (let p = list; p < end; p += 4) {
    const o = <usize>load<u32>(p);
    const dx = v128.load(pair, OFFSET_X);
    const dy = v128.load(pair, OFFSET_Y);
    const dz = v128.load(pair, OFFSET_Z);
    const inverse = v128.load(pair, INVERSE);
    const coheres = v128.load(pair, COHERES);
    const follows = v128.load(pair + aligns);
    pair += PAIR;
    offsetX = f32x4.add(offsetX, v128.and(coheres, dx));
    awayX = f32x4.sub(awayX, f32x4.mul(dx, inverse));
    offsetY = f32x4.add(offsetY, v128.and(coheres, dy));
    awayY = f32x4.sub(awayY, f32x4.mul(dy, inverse));
    offsetZ = f32x4.add(offsetZ, v128.and(coheres, dz));
    awayZ = f32x4.sub(awayZ, f32x4.mul(dz, inverse));
    velocityX = f32x4.add(velocityX, v128.and(follows, v128.load_splat<f32>(bx + o)));
    velocityY = f32x4.add(velocityY, v128.and(follows, v128.load_splat<f32>(by + o)));
    velocityZ = f32x4.add(velocityZ, v128.and(follows, v128.load_splat<f32>(bz + o)));
  }
  v128.store(sums, offsetX);
  v128.store(sums + planeBytes, offsetY);
  v128.store(sums + 2 * planeBytes, offsetZ);
  v128.store(sums + 3 * planeBytes, velocityX);
  v128.store(sums + 4 * planeBytes, velocityY);
  v128.store(sums + 5 * planeBytes, velocityZ);
  v128.store(sums + 7 * planeBytes, awayX);
  v128.store(sums + 8 * planeBytes, awayY);
  v128.store(sums + 9 * planeBytes, awayZ);
}
