import { MAX_SLOTS } from '../../schema/limits.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { BLOCK } from '../../world/sizes.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Directions } from './directions.ts';

const fround = Math.fround;

/** How the interests of several behaviors in the same slot are merged. */
export type Merge = 'sum' | 'max';

/**
 * The two maps of context steering for the agents of a block. `interest` is how much interest each slot (direction)
 * has. `danger` is how dangerous each slot is, 0 to 1. The value of slot s for the agent at place `begin + k` is at
 * index k * slots + s. Here `slots` is the number of slots. The maps are separate so that no interest can outweigh a
 * danger.
 *
 * source: Fray 2015, Context Steering, Game AI Pro 2, chapter 18
 */
export interface ContextMaps {
  readonly interest: Float32Array;
  readonly danger: Float32Array;
  /**
   * A part of the interest of each agent in a block: the linear function dot(a, d) + b of the direction d. The three
   * numbers of the vector `a` and the number `b` are each in a plane of BLOCK entries. With the merge "sum", the interests
   * of all behaviors that want a single direction are summed here.
   */
  readonly linear: Float32Array;
  /** The velocity that each agent of a block wants (m/s): x, y and z, from index 3 * k for agent k of the block. */
  readonly wanted: Float32Array;
}

export function createMaps(): ContextMaps {
  return {
    interest: new Float32Array(BLOCK * MAX_SLOTS),
    danger: new Float32Array(BLOCK * MAX_SLOTS),
    linear: new Float32Array(BLOCK * 4),
    wanted: new Float32Array(BLOCK * 3),
  };
}

/** Clears the maps of the agents [first, end) of a block. */
export function clearMaps(
  { interest, danger, linear }: ContextMaps,
  { count }: Directions,
  first: number,
  end: number,
): void {
  interest.fill(0, first * count, end * count);
  danger.fill(0, first * count, end * count);
  for (let at = 0; at < 4 * BLOCK; at += BLOCK) linear.fill(0, at + first, at + end);
}

/** Merges `value` into the element of `map` with the index `at`. The merge "max" treats a negative value as 0. */
export function mergeInto(map: Float32Array, at: number, value: number, merge: Merge): void {
  if (merge === 'sum') map[at] = fround(map[at] + value);
  else if (value > map[at]) map[at] = value;
}

/**
 * Adds an interest in the direction of the unit vector u = (x, y, z). A slot with the direction d gets weight * (1 +
 * dot(u, d)) / 2: the whole weight straight ahead, and 0 straight behind.
 */
export function wantDirection(
  { interest, linear }: ContextMaps,
  { count, x: dx, y: dy, z: dz }: Directions,
  k: number,
  x: number,
  y: number,
  z: number,
  weight: number,
  merge: Merge,
): void {
  const half = fround(weight * 0.5);
  if (merge === 'sum') {
    linear[k] = fround(linear[k] + fround(half * x));
    linear[BLOCK + k] = fround(linear[BLOCK + k] + fround(half * y));
    linear[2 * BLOCK + k] = fround(linear[2 * BLOCK + k] + fround(half * z));
    linear[3 * BLOCK + k] = fround(linear[3 * BLOCK + k] + half);
    return;
  }
  const row = k * count;
  for (let slot = 0; slot < count; slot++) {
    const along = fround(
      fround(fround(dx[slot] * x) + fround(dy[slot] * y)) + fround(dz[slot] * z),
    );
    mergeInto(interest, row + slot, fround(half * fround(along + 1)), merge);
  }
}

/** For agent `k`, adds the linear part of its interest to the interest of each slot. */
export function addLinear(
  { interest, linear }: ContextMaps,
  { count, x: dx, y: dy, z: dz }: Directions,
  k: number,
): void {
  const x = linear[k];
  const y = linear[BLOCK + k];
  const z = linear[2 * BLOCK + k];
  const base = linear[3 * BLOCK + k];
  if (base === 0) return;
  const half = count >> 1;
  let at = k * count;
  for (let slot = 0; slot < half; slot++) {
    const along = fround(
      fround(fround(dx[slot] * x) + fround(dy[slot] * y)) + fround(dz[slot] * z),
    );
    interest[at] = fround(interest[at] + fround(base + along));
    interest[at + half] = fround(interest[at + half] + fround(base - along));
    at++;
  }
}

/**
 * A function that merges the interests of a behavior into `maps`. It does so for those agents in places [begin, end)
 * that the behavior steers.
 */
export type WriteInterest = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  maps: ContextMaps,
  merge: Merge,
  begin: number,
  end: number,
) => void;
