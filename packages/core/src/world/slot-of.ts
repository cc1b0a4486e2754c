import { STATUS } from './status.ts';
import { refresh, type World } from './world.ts';

/**
 * The place of an agent in the views of the world as it stands, by its id; -1 for an id that no living or quarantined
 * agent has. Agents change their places from tick to tick.
 */
export function slotOf(world: World, id: number): number {
  if (!(Number.isInteger(id) && id >= 0 && id < world.count)) return -1;
  refresh(world);
  const { slot, status } = world.front;
  return status[slot[id]] === STATUS.dead ? -1 : slot[id];
}
