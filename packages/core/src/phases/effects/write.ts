import { COMMAND, REGION_VALUES } from '../../commands/records.ts';
import { STATE_COLUMN } from '../../schema/state-columns.ts';
import { columnPlanes } from '../../world/column-planes.ts';
import { stateViews } from '../../world/states.ts';
import { eachChosen } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

const { column: COLUMN, isEach: IS_EACH, listed: LISTED } = COMMAND.write.words;

/**
 * The effect of the command `write`: writes values to a column of agents, after the step. The values overwrite what
 * laws have written to the column.
 */
export const write: Effect = {
  settle(draft, command) {
    const { world } = draft;
    const { plan, back, constants } = world;
    const { commandPlace, commandValue } = constants;
    const wordOf = (index: number): number => commandPlace[command.place + index];
    const { type, first, name } = plan.columns[wordOf(COLUMN)];
    // If the command writes a state, the state begins at this tick.
    const since = name === STATE_COLUMN && plan.hasStates ? stateViews(world).back.tick : undefined;
    const planes = columnPlanes(world).filter(({ column }) => column.first === first);
    const step = wordOf(IS_EACH) === 1 ? planes.length : 0;
    const list = type === 'u32' ? commandPlace : commandValue;
    const begin = type === 'u32' ? command.choice - wordOf(LISTED) : command.value + REGION_VALUES;
    eachChosen(draft, command, 0, plan.agents, (i, k) => {
      const id = draft.idOf(i);
      const at = back.slot[id & plan.ids.indexMask];
      // The row may belong to another agent after this step.
      if (back.id[at] !== id) return;
      planes.forEach((plane, component) => {
        plane.back[at] = list[begin + step * k + component];
      });
      if (since !== undefined) since[at] = world.frontTick + 1;
    });
  },
};
