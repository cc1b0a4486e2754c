import { LIFE_PLANES } from '../../laws/results.ts';
import { raise } from '../../world/event-ring.ts';
import { CAUSE_BITS, CAUSES, type CauseOfDeath } from '../../world/events.ts';
import { ENDS, lifeViews } from '../../world/life.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Draft } from '../draft.ts';
import { endOf } from '../ended.ts';
import { HAPPENING } from '../happening.ts';

/**
 * In the front state, finds the agent with the same index as the agent at place `i` of the back state. Returns whether
 * the agent that was found has ended in this step.
 */
export function hasDied({ front, back, plan }: SharedWorld, i: number): boolean {
  const before = front.slot[back.id[i] & plan.ids.indexMask];
  if (front.status[before] === STATUS.dead) return false;
  return back.status[i] === STATUS.dead || back.id[i] !== front.id[before];
}

/**
 * Raises the event for the death that `hasDied` finds. Called in `settle`, after all agents are marked that have ended
 * without a command.
 *
 * @param draft returns the draft after all commands of the tick
 */
export function raiseDeath(world: SharedWorld, kind: number, i: number, draft: () => Draft): void {
  const { front, back, plan } = world;
  const before = front.slot[back.id[i] & plan.ids.indexMask];
  const isRecycled = back.id[i] !== front.id[before];
  const of = isRecycled ? causeOfReplaced(draft(), before) : causeOf(endOf(world, before));
  const row = of === 'law' ? rowOfEnd(world, before) : -1;
  const { x, y, z } = isRecycled ? front.position : back.position;
  const at = isRecycled ? before : i;
  const other = CAUSES.indexOf(of) | ((row + 1) << CAUSE_BITS);
  raise(world, kind, front.id[before], front.species[before], other, x[at], y[at], z[at]);
}

/**
 * The cause of the death of an agent whose place another agent has taken in the same step: a command may have removed it
 * before.
 */
function causeOfReplaced(draft: Draft, i: number): CauseOfDeath {
  return draft.isRemoved(i) ? 'removed' : 'recycled';
}

/**
 * The cause of a death. `happening` is the mark that the agent got when it ended. Without a mark, a command ended the
 * agent.
 */
function causeOf(happening: number): CauseOfDeath {
  if (happening === HAPPENING.hit) return 'hit';
  if (happening === HAPPENING.struck) return 'struck';
  if (happening === HAPPENING.grounded) return 'ground';
  if (happening === HAPPENING.ended) return 'law';
  return happening === HAPPENING.expired ? 'lifetime' : 'removed';
}

/**
 * The row of the first behavior whose law has ended the agent at place `i` of the front state; -1 if no law has ended
 * it.
 */
function rowOfEnd(world: SharedWorld, i: number): number {
  const { life, behaviors } = world.plan.species[world.front.species[i]];
  const writers = life?.writers ?? [];
  const word = writers.findIndex(
    (_, at) => (lifeViews(world).get(LIFE_PLANES.word(at))![i] & ENDS) !== 0,
  );
  return word < 0 ? -1 : behaviors[writers[word]].index;
}
