import type { SharedWorld } from '../world/world.ts';
import { HAPPENING, kindIn, placeIn } from './happening.ts';

/** Greater than any place: over what `scatter` leaves in scratch.cell, and no phase behind it reads. */
const ENDED = 0xffffff00;

/** Notes that the agent at a place of front has ended, and the HAPPENING by which it did. */
export function markEnded({ scratch }: SharedWorld, i: number, happening: number): void {
  scratch.cell[i] = ENDED + happening;
}

/** Whether the agent at a place of front is known to have ended in this tick. */
export function hasEnded({ scratch }: SharedWorld, i: number): boolean {
  return scratch.cell[i] >= ENDED;
}

/** The HAPPENING by which it has; -1 where none is known yet. */
export function endOf(world: SharedWorld, i: number): number {
  return hasEnded(world, i) ? world.scratch.cell[i] - ENDED : -1;
}

/**
 * Notes, behind `scatter`, which agents of a worker's slice, from place `begin` on, laws have ended. There may be very
 * many of these, and they raise no event of their own.
 */
export function markEndedByLaw(world: SharedWorld, begin: number, worker: number): void {
  const { happening, happeningCount } = world.scratch;
  for (let k = begin; k < begin + happeningCount[worker]; k++) {
    if (kindIn(happening[k]) !== HAPPENING.ended) continue;
    markEnded(world, placeIn(happening[k]), HAPPENING.ended);
  }
}
