import { innerOf, type World } from './public-world.ts';
import { STATUS } from './status.ts';
import { refresh } from './world.ts';

/**
 * The place of an agent in the views of the world as it stands, by its id; -1 for an id that no living or quarantined
 * agent has. Agents change their places from tick to tick. An id is that of one life: the agent that is born next in the
 * same row has another.
 */
export function slotOf(world: World, id: number): number {
  const inner = innerOf(world);
  const index = id & inner.plan.ids.indexMask;
  if (!(Number.isInteger(id) && id >= 0 && id <= 0xffffffff && index < inner.count)) return -1;
  refresh(inner);
  const { slot, status } = inner.front;
  const at = slot[index];
  return inner.front.id[at] !== id || status[at] === STATUS.dead ? -1 : at;
}
