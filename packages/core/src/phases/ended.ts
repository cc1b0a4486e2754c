import type { SharedWorld } from '../world/world.ts';

/** In place of a cell, which `bin` finds again in each tick and no phase behind `scatter` reads. */
const ENDED = 0xffffff00;

/** Notes, in `settle`, that the agent at a place of front has ended, and the HAPPENING by which it did. */
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
