import type { SharedWorld } from '../world/world.ts';

/** What became of an agent in this step: why it left the living, or that it flies in circles. */
export const HAPPENING = {
  hit: 0,
  expired: 1,
  quarantined: 2,
  struck: 3,
  orbit: 4,
  /** By a law. */
  ended: 5,
  /** By a command; in `settle` alone. */
  removed: 6,
} as const;

/** Bits of a note in scratch.happening that say what happened; those above say at which place. */
const KIND_BITS = 3;

/** What a slice notes of the agent at place `i`. */
export function noteOf(i: number, kind: number): number {
  return (i << KIND_BITS) | kind;
}

/** The place of the agent that a note is about. */
export function placeIn(note: number): number {
  return note >>> KIND_BITS;
}

/** The HAPPENING that a note tells. */
export function kindIn(note: number): number {
  return note & ((1 << KIND_BITS) - 1);
}

/**
 * Notes what happened to the agent at place `i`, for the settling of the tick. A slice has room for
 * one note per agent, so that none is ever lost.
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
