import { isId } from './ids.ts';
import { innerOf, type World } from './public-world.ts';
import { STATUS } from './status.ts';
import { refresh } from './world.ts';

/**
 * The place of the agent with this id in the current views of the world; -1 if no living or quarantined agent has the
 * id. Agents change places from tick to tick. Each life has its own id: an agent that is born later in the same row has
 * a different id.
 */
export function slotOf(world: World, id: number): number {
  const inner = innerOf(world);
  const index = isId(id) ? id & inner.plan.ids.indexMask : inner.count;
  if (index >= inner.count) return -1;
  refresh(inner);
  const { slot, status } = inner.front;
  const at = slot[index];
  return inner.front.id[at] !== id || status[at] === STATUS.dead ? -1 : at;
}
