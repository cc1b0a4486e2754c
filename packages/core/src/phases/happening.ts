import type { SharedWorld } from '../world/world.ts';

/** What happened to an agent in this step: why its life ended, or that it flies in circles. */
export const HAPPENING = {
  hit: 0,
  expired: 1,
  quarantined: 2,
  struck: 3,
  orbit: 4,
  /** Ended by a law. */
  ended: 5,
  /** Removed by a command. Only used in `settle`. */
  removed: 6,
} as const;

/** Number of low bits of a note in scratch.happening that tell what happened. The bits above are the place. */
const KIND_BITS = 3;

/** The note of a slice about the agent at place `i`. */
export function noteOf(i: number, kind: number): number {
  return (i << KIND_BITS) | kind;
}

/** The place of the agent in a note. */
export function placeIn(note: number): number {
  return note >>> KIND_BITS;
}

/** The HAPPENING in a note. */
export function kindIn(note: number): number {
  return note & ((1 << KIND_BITS) - 1);
}

/**
 * Notes what happened to the agent at place `i`, for `settle`. A slice has room for one note per agent, so no note is
 * ever lost.
 */
export function note(
  world: SharedWorld,
  sliceBegin: number,
  worker: number,
  i: number,
  kind: number,
): void {
  const { happening, happeningCount } = world.scratch;
  const count = happeningCount[worker];
  happening[sliceBegin + count] = noteOf(i, kind);
  happeningCount[worker] = count + 1;
}
