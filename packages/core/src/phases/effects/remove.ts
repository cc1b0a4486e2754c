import { raise } from '../../world/event-ring.ts';
import { EVENT } from '../../world/events.ts';
import { extraPlanes } from '../../world/extra-planes.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { hasEnded, markEnded } from '../ended.ts';
import { HAPPENING } from '../happening.ts';
import { eachChosen, isReplaced } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `remove`: ends agents, and raises an event with the number of agents that it ended. */
export const remove: Effect = {
  act(draft, command, begin, end) {
    const { world } = draft;
    // A list of ids may contain an id several times.
    const places = new Set<number>();
    // Later commands may fill the places that this one empties in any slice.
    const [first, last] = draft.isSeen ? [0, world.plan.agents] : [begin, end];
    eachChosen(draft, command, first, last, (i) => {
      if (draft.isSeen) places.add(i);
      if (i < begin || i >= end) return;
      if (draft.isNewborn(i)) unstage(world, i);
      else if (!isReplaced(draft, i)) world.scratch.stagedStatus[i] = STATUS.dead;
    });
    draft.remove(places);
  },

  settle(draft, command) {
    const { world } = draft;
    const places = new Set<number>();
    let count = 0;
    eachChosen(draft, command, 0, world.plan.agents, (i) => {
      if (places.has(i)) return;
      places.add(i);
      const isNewborn = draft.isNewborn(i);
      if (!isNewborn && hasEnded(world, i)) return;
      if (!isNewborn) markEnded(world, i, HAPPENING.removed);
      count++;
    });
    draft.remove(places);
    raise(world, EVENT.removed, count, 0, 0, 0, 0, 0);
  },
};

/**
 * Undoes the birth that is staged at place `i`. The newborn agent is in no state of the world, so it gets no id, and
 * its row stays as it was, except that an agent whose place it took has ended.
 */
function unstage(world: SharedWorld, i: number): void {
  const { front, scratch } = world;
  for (const axis of ['x', 'y', 'z'] as const) {
    scratch.stagedPosition[axis][i] = front.position[axis][i];
    scratch.stagedVelocity[axis][i] = front.velocity[axis][i];
  }
  for (const { front: before, staged } of extraPlanes(world)) staged[i] = before[i];
  scratch.stagedStatus[i] = STATUS.dead;
}
