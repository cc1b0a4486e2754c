import type { SharedWorld } from '../world/world.ts';

/** In place of a cell, which `bin` finds again in each tick and no phase behind `scatter` reads. */
const ENDED = 0xffffffff;

/** Takes down, in `settle`, that an event tells the end of the agent at a place of front. */
export function markEnded({ scratch }: SharedWorld, i: number): void {
  scratch.cell[i] = ENDED;
}

/** Whether an event of this tick tells the end of the agent at a place of front. */
export function hasEnded({ scratch }: SharedWorld, i: number): boolean {
  return scratch.cell[i] === ENDED;
}
