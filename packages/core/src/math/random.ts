/**
 * Random numbers as a pure function of (seed, tick, id, stream). There is no state, so an agent draws the same numbers
 * in every worker and in any order of the agents.
 *
 * source: pcg4d of Jarzynski and Olano 2020, "Hash Functions for GPU Rendering", JCGT 9(3)
 */

/**
 * The first random stream of each purpose. Each purpose has its own streams, so that two purposes in the same tick do
 * not draw the same numbers.
 */
export const STREAM = {
  spawnPosition: 0x10000,
  spawnVelocity: 0x20000,
  fire: 0x30000,
  avoidance: 0x60000,
  trail: 0x80000,
  sparks: 0x90000,
  context: 0x100000,
  orca: 0x120000,
  orcaSpot: 0x130000,
  columns: 0x150000,
  fields: 0x160000,
  states: 0x170000,
  laws: 0x200000,
} as const;

/** The number of random streams that are reserved for the law of each behavior. */
export const LAW_STREAMS = 256;

/** The first random stream of a behavior's law. `behavior` is the row of the behavior. */
export function lawStream(behavior: number): number {
  return STREAM.laws + LAW_STREAMS * behavior;
}

const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;
const TO_UNIT = 1 / 0x1000000;

/**
 * Writes four independent 32-bit numbers to `out[0..3]`. Use their upper 24 bits, as `unit` and `signed` do: the lowest
 * bits are not evenly distributed.
 */
export function randomInto(
  out: Uint32Array,
  seed: number,
  tick: number,
  id: number,
  stream: number,
): void {
  let x = (Math.imul(seed, MULTIPLIER) + INCREMENT) | 0;
  let y = (Math.imul(tick, MULTIPLIER) + INCREMENT) | 0;
  let z = (Math.imul(id, MULTIPLIER) + INCREMENT) | 0;
  let w = (Math.imul(stream, MULTIPLIER) + INCREMENT) | 0;
  x = (x + Math.imul(y, w)) | 0;
  y = (y + Math.imul(z, x)) | 0;
  z = (z + Math.imul(x, y)) | 0;
  w = (w + Math.imul(y, z)) | 0;
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  w ^= w >>> 16;
  x = (x + Math.imul(y, w)) | 0;
  y = (y + Math.imul(z, x)) | 0;
  z = (z + Math.imul(x, y)) | 0;
  w = (w + Math.imul(y, z)) | 0;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

/** Maps 32 random bits to a number in [0, 1) that f32 represents exactly. Uses the upper 24 bits. */
export function unit(bits: number): number {
  return (bits >>> 8) * TO_UNIT;
}

/**
 * Maps 32 random bits to the middle of one of 2^24 equal parts of [0, 1]. The result is exact in f64, never 0 or 1, and
 * distributed symmetrically around 1/2.
 */
export function middle(bits: number): number {
  return ((bits >>> 8) + 0.5) * TO_UNIT;
}

/** Maps 32 random bits to a number in [-1, 1) that f32 represents exactly. */
export function signed(bits: number): number {
  return ((bits >>> 8) - 0x800000) * (TO_UNIT * 2);
}
