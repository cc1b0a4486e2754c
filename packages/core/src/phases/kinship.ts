import type { SharedWorld } from '../world/world.ts';

/** Bits of a row of scratch.parentOf that say which birth of its parent an agent is; those above, the parent's place. */
const BIRTH_BITS = 2;

/** What scratch.parentOf holds of birth `birth` of the agent at place `parent` of front; 0 has no parent. */
export function kinshipOf(parent: number, birth: number): number {
  return 1 + ((parent << BIRTH_BITS) | birth);
}

/** The place of front of the parent of what is born at place `i` in this step; -1 where no law lets it be born. */
export function parentAt({ plan, scratch }: SharedWorld, i: number): number {
  return plan.births && scratch.parentOf[i] !== 0 ? (scratch.parentOf[i] - 1) >>> BIRTH_BITS : -1;
}

/** Which birth of its parent it is. */
export function birthAt({ scratch }: SharedWorld, i: number): number {
  return (scratch.parentOf[i] - 1) & ((1 << BIRTH_BITS) - 1);
}
