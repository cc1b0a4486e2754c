import type { SharedWorld } from '../world/world.ts';

/** Why an agent left the living in this step; the low two bits of scratch.happening. */
export const HAPPENING = { hit: 0, expired: 1, quarantined: 2, struck: 3 } as const;

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
  happening[sliceBegin + count] = i * 4 + kind;
  happeningCount[worker] = count + 1;
}
