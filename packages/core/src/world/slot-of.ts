import { STATUS } from './status.ts';
import { refresh, type World } from './world.ts';

/**
 * The place of an agent in the views of the world as it stands, by its id; -1 for an id that no living or quarantined
 * agent has. Agents change their places from tick to tick. An id is that of one life: the agent that is born next in the
 * same row has another.
 */
export function slotOf(world: World, id: number): number {
  const index = id & world.plan.ids.indexMask;
  if (!(Number.isInteger(id) && id >= 0 && id <= 0xffffffff && index < world.count)) return -1;
  refresh(world);
  const { slot, status } = world.front;
  const at = slot[index];
  return world.front.id[at] !== id || status[at] === STATUS.dead ? -1 : at;
}
