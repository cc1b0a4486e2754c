import type { SharedWorld } from '../world/world.ts';
import { HAPPENING, kindIn, placeIn } from './happening.ts';

/**
 * If an agent has ended, its mark is this number plus a value of HAPPENING, which says why. Every mark is greater than
 * any place. A mark overwrites the place that `scatter` stored in scratch.cell. No later phase reads that place.
 */
const ENDED = 0xffffff00;

/** Marks the agent at place `i` of the front state as ended. `happening` is the reason, a constant of HAPPENING. */
export function markEnded({ scratch }: SharedWorld, i: number, happening: number): void {
  scratch.cell[i] = ENDED + happening;
}

/** Whether the agent at place `i` of the front state is marked as ended in this tick. */
export function hasEnded({ scratch }: SharedWorld, i: number): boolean {
  return scratch.cell[i] >= ENDED;
}

/** The HAPPENING that ended the agent at place `i` of the front state; -1 if the agent is not marked as ended. */
export function endOf(world: SharedWorld, i: number): number {
  return hasEnded(world, i) ? world.scratch.cell[i] - ENDED : -1;
}

/**
 * Marks the agents that laws have ended, in the slice of one worker. The slice begins at place `begin`. Runs after
 * `scatter`. Laws can end very many agents in one step. These deaths raise no events of their own.
 */
export function markEndedByLaw(world: SharedWorld, begin: number, worker: number): void {
  const { happening, happeningCount } = world.scratch;
  for (let k = begin; k < begin + happeningCount[worker]; k++) {
    if (kindIn(happening[k]) !== HAPPENING.ended) continue;
    markEnded(world, placeIn(happening[k]), HAPPENING.ended);
  }
}
