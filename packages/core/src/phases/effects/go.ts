import { STATUS } from '../../world/status.ts';
import { forgetGoal } from '../reports/rearm.ts';
import { eachChosen, REGION_VALUES } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `go`: gives agents a new goal, if their species has goals. */
export const go: Effect = {
  stage(world, command, begin, end) {
    const { plan, front, constants, scratch } = world;
    const { commandPlace, commandValue } = constants;
    const { x, y, z } = scratch.stagedGoal;
    const step = commandPlace[command.place] === 1 ? 3 : 0;
    eachChosen(world, command, command.place + 1, begin, end, (i, k) => {
      if (!plan.species[front.species[i]].goals) return;
      // A newborn agent takes this row.
      if (scratch.stagedStatus[i] === STATUS.newborn) return;
      forgetGoal(world, i);
      const at = command.value + REGION_VALUES + step * k;
      x[i] = commandValue[at];
      y[i] = commandValue[at + 1];
      z[i] = commandValue[at + 2];
    });
  },
};
