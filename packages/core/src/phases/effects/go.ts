import { COMMAND, REGION_VALUES } from '../../commands/records.ts';
import { forgetGoal } from '../reports/rearm.ts';
import { eachChosen, isReplaced } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

const { isEach: IS_EACH } = COMMAND.go.words;

/** The effect of the command `go`: gives agents a new goal, if their species has goals. */
export const go: Effect = {
  act(draft, command, begin, end) {
    const { world } = draft;
    const { plan, front, constants, scratch } = world;
    const { commandPlace, commandValue } = constants;
    const { x, y, z } = scratch.stagedGoal;
    const step = commandPlace[command.place + IS_EACH] === 1 ? 3 : 0;
    eachChosen(draft, command, begin, end, (i, k) => {
      if (!plan.species[front.species[i]].goals || isReplaced(draft, i)) return;
      forgetGoal(world, i);
      const at = command.value + REGION_VALUES + step * k;
      x[i] = commandValue[at];
      y[i] = commandValue[at + 1];
      z[i] = commandValue[at + 2];
    });
  },
};
