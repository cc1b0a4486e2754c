import type { SharedWorld } from '../world/world.ts';

/**
 * Number of low bits of scratch.parentOf that tell which birth of its parent an agent is. The bits above are the
 * parent's place.
 */
const BIRTH_BITS = 2;

/**
 * The entry in scratch.parentOf for the birth `birth` of the agent at place `parent` of front. An entry of 0 means no
 * parent.
 */
export function kinshipOf(parent: number, birth: number): number {
  return 1 + ((parent << BIRTH_BITS) | birth);
}

/** The place in front of the parent of the agent born at place `i` in this step; -1 if no law gave birth to it. */
export function parentAt({ plan, scratch }: SharedWorld, i: number): number {
  return plan.births && scratch.parentOf[i] !== 0 ? (scratch.parentOf[i] - 1) >>> BIRTH_BITS : -1;
}

/** The index of the birth among those of its parent. */
export function birthAt({ scratch }: SharedWorld, i: number): number {
  return (scratch.parentOf[i] - 1) & ((1 << BIRTH_BITS) - 1);
}
