import { BENDS_TICK, BENDS_WORDS } from '../../world/engine-columns.ts';
import type { SharedWorld } from '../../world/world.ts';

/** Whether the agents of a world keep their bends: on a ground, where the state says in which polygon each of them is. */
export function keepsBends({ plan }: SharedWorld): boolean {
  return plan.extras.route && plan.extras.polygon;
}

/** Forgets the bends of an agent until they are kept again. Returns whether they were used in the last step. */
export function forgetBends(world: SharedWorld, agent: number): boolean {
  if (!keepsBends(world)) return false;
  const words = world.scratch.bends;
  const at = agent * BENDS_WORDS + BENDS_TICK;
  const isFresh = words[at] === world.frontTick + 1;
  // Written first, because a thread can be lost at any time.
  words[at] = 0;
  return isFresh;
}
