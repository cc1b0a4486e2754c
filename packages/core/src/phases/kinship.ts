import type { SharedWorld } from '../world/world.ts';

/**
 * If 1 is subtracted from a nonzero entry of `scratch.parentOf`, this many low bits hold the number of the birth. The
 * higher bits hold the parent's place.
 */
const BIRTH_BITS = 2;

/**
 * Makes the entry in scratch.parentOf for a newborn agent: the number of the birth, and the place of the parent in the
 * front state. An entry of 0 means no parent.
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
 * Returns the number of the birth of the agent at place `i`. Births that laws of one species can request are numbered
 * from 0.
 */
export function birthAt({ scratch }: SharedWorld, i: number): number {
  return (scratch.parentOf[i] - 1) & ((1 << BIRTH_BITS) - 1);
}
