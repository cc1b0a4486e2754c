import { raise } from '../../world/event-ring.ts';
import { EVENT } from '../../world/events.ts';
import { STATUS } from '../../world/status.ts';
import { hasEnded, markEnded } from '../ended.ts';
import { HAPPENING } from '../happening.ts';
import { eachChosen } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `remove`: ends agents, and raises an event with the number of agents that it ended. */
export const remove: Effect = {
  stage(world, command, begin, end) {
    const { stagedStatus } = world.scratch;
    eachChosen(world, command, command.place, begin, end, (i) => {
      // A newborn agent that takes this row is not the agent that the command removes.
      if (stagedStatus[i] !== STATUS.newborn) stagedStatus[i] = STATUS.dead;
    });
  },

  settle(world, command) {
    let count = 0;
    eachChosen(world, command, command.place, 0, world.plan.agents, (i) => {
      if (world.scratch.stagedStatus[i] !== STATUS.dead || hasEnded(world, i)) return;
      markEnded(world, i, HAPPENING.removed);
      count++;
    });
    raise(world, EVENT.removed, count, 0, 0, 0, 0, 0);
  },
};
