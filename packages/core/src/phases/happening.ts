import type { SharedWorld } from '../world/world.ts';

/** What can happen to an agent in a step. */
export const HAPPENING = {
  hit: 0,
  expired: 1,
  quarantined: 2,
  struck: 3,
  orbit: 4,
  /** A law ended the agent. */
  ended: 5,
  /** A command removed the agent. Only used in `settle`. */
  removed: 6,
  /** The agent flew into the ground, which ended it. */
  grounded: 7,
} as const;

/**
 * A note in scratch.happening holds the HAPPENING in this many low bits. The bits above hold the place of the agent.
 */
const KIND_BITS = 3;

/** Makes a note: a number that says what happened (`kind`) to the agent at place `i`. */
export function noteOf(i: number, kind: number): number {
  return (i << KIND_BITS) | kind;
}

/** The place of the agent that a note is about. */
export function placeIn(note: number): number {
  return note >>> KIND_BITS;
}

/** The HAPPENING that a note holds. */
export function kindIn(note: number): number {
  return note & ((1 << KIND_BITS) - 1);
}

/**
 * Notes what happened to the agent at place `i`; `settle` reads the note. A slice has room for one note per agent, so
 * no note is ever lost.
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
