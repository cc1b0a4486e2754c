import { columnPlanes, startOf } from '../../world/column-planes.ts';
import { raise } from '../../world/event-ring.ts';
import type { SharedWorld } from '../../world/world.ts';

/**
 * Counts the births of a command, and raises an event with their number.
 *
 * @param about the index of a launcher or of a species, for the event
 * @param count the number of births that the command asked for
 */
export function settleBirths(
  world: SharedWorld,
  event: number,
  about: number,
  species: number,
  count: number,
  { born, recycled }: { readonly born: number; readonly recycled: number },
): void {
  world.back.born[species] += born;
  raise(world, event, born, about, recycled, count - born, 0, 0);
}

/** The place in the back state of the agent that is at place `i` of the front state. */
export function placeAfter({ front, back, plan }: SharedWorld, i: number): number {
  return back.slot[front.id[i] & plan.ids.indexMask];
}

/**
 * Writes the start values of the columns of the newborn agent at place `at` of the back state. `scatter` has done this,
 * but a command of this tick may have written values for an earlier agent at this place.
 */
export function restartColumns(world: SharedWorld, at: number): void {
  const { back, frontTick } = world;
  for (const plane of columnPlanes(world)) {
    plane.back[at] = startOf(world, plane, back.species[at], back.id[at], frontTick + 1);
  }
}
