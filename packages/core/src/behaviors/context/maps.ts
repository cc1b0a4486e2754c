import { type BehaviorPlan, BLOCK } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { type Directions, MOST_SLOTS } from './directions.ts';

const fround = Math.fround;

/** How the interests of several behaviors in one slot become one. */
export type Merge = 'sum' | 'max';

/**
 * The two maps of context steering for the agents of a block: how much each slot is wanted, and how
 * dangerous it is (0 to 1). The value of the agent at place `begin + k` in slot s stands at
 * k x MOST_SLOTS + s. Apart, so that no danger is outbid by interest.
 *
 * source: Fray 2015, Context Steering, Game AI Pro 2, chapter 18
 */
export interface ContextMaps {
  readonly interest: Float32Array;
  readonly danger: Float32Array;
  /** The velocity that the agent at place `begin + k` asks for (m/s): x, y and z from 3 k. */
  readonly wanted: Float32Array;
}

export function createMaps(): ContextMaps {
  return {
    interest: new Float32Array(BLOCK * MOST_SLOTS),
    danger: new Float32Array(BLOCK * MOST_SLOTS),
    wanted: new Float32Array(BLOCK * 3),
  };
}

export function clearMaps({ interest, danger }: ContextMaps, agents: number): void {
  interest.fill(0, 0, agents * MOST_SLOTS);
  danger.fill(0, 0, agents * MOST_SLOTS);
}

/** Merges `value` into what stands at `at`. With "max" what is below 0 counts as nothing. */
export function mergeInto(map: Float32Array, at: number, value: number, merge: Merge): void {
  if (merge === 'sum') map[at] = fround(map[at]! + value);
  else if (value > map[at]!) map[at] = value;
}

/**
 * Wants the unit vector u = (x, y, z): weight x (u.d + 1)/2 in the slot of direction d, from the
 * whole weight straight ahead to nothing straight behind.
 *
 * @param row where the agent's slots begin
 */
export function wantDirection(
  { interest }: ContextMaps,
  directions: Directions,
  row: number,
  x: number,
  y: number,
  z: number,
  weight: number,
  merge: Merge,
): void {
  const { count, x: dx, y: dy, z: dz } = directions;
  const half = fround(weight * 0.5);
  for (let slot = 0; slot < count; slot++) {
    const along = fround(
      fround(fround(dx[slot]! * x) + fround(dy[slot]! * y)) + fround(dz[slot]! * z),
    );
    mergeInto(interest, row + slot, fround(half * fround(along + 1)), merge);
  }
}

/** Merges what a behavior wants into the interest of its agents in places [begin, end). */
export type WriteInterest = (
  world: SharedWorld,
  behavior: BehaviorPlan,
  maps: ContextMaps,
  merge: Merge,
  begin: number,
  end: number,
) => void;
