import { raise } from '../../world/event-ring.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Births } from '../births.ts';

/**
 * Counts the births that a command of this tick asked for, and raises an event with the number of births. The event
 * also contains `about`, the index of a launcher or of a species.
 *
 * @param begin called with the place of each newborn agent in the back state
 */
export function settleBirths(
  world: SharedWorld,
  births: Births,
  event: number,
  about: number,
  species: number,
  count: number,
  begin?: (at: number) => void,
): void {
  const { front, back } = world;
  let born = 0;
  let recycled = 0;
  for (; born < count; born++) {
    const place = births.next(species);
    if (place < 0) break;
    if (front.status[place] !== STATUS.dead) recycled++;
    begin?.(back.slot[front.id[place] & world.plan.ids.indexMask]);
  }
  back.born[species] += born;
  raise(world, event, born, about, recycled, count - born, 0, 0);
}
