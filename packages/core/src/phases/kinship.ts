import type { SharedWorld } from '../world/world.ts';

/**
 * How many bits hold the number of a birth in an entry of `scratch.parentOf`. A nonzero entry minus 1 gives an integer.
 * The low bits of this integer hold the number of the birth. Its other bits hold the parent's place.
 */
const BIRTH_BITS = 2;

/**
 * Makes the entry of a newborn agent in scratch.parentOf. The entry combines the number of the birth with the place of
 * the parent in the front state. An entry of 0 means no parent.
 */
export function kinshipOf(parent: number, birth: number): number {
  return 1 + ((parent << BIRTH_BITS) | birth);
}

/**
 * Returns the place, in the front state, of the parent of the agent that is born at place `i` in this step. If no law
 * gave birth to the agent, returns -1.
 */
export function parentAt({ plan, scratch }: SharedWorld, i: number): number {
  return plan.births && scratch.parentOf[i] !== 0 ? (scratch.parentOf[i] - 1) >>> BIRTH_BITS : -1;
}

/**
 * Returns the number of the birth that created the agent at place `i`. The births that laws of the parent's species can
 * request are numbered from 0.
 */
export function birthAt({ scratch }: SharedWorld, i: number): number {
  return (scratch.parentOf[i] - 1) & ((1 << BIRTH_BITS) - 1);
}
