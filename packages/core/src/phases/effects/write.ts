import { STATE_COLUMN } from '../../schema/state-columns.ts';
import { columnPlanes } from '../../world/columns.ts';
import { stateViews } from '../../world/states.ts';
import type { SharedWorld } from '../../world/world.ts';
import { eachChosen, REGION_VALUES } from './chosen-agents.ts';
import type { Effect, StoredCommand } from './define-effect.ts';

/**
 * The effect of the command `write`: writes values to a column of agents, after the step. The values overwrite what
 * laws have written to the column.
 */
export const write: Effect = {
  choice,

  settle(draft, command) {
    const { world } = draft;
    const { plan, back, constants } = world;
    const { commandPlace, commandValue } = constants;
    const [index, isEach] = commandPlace.subarray(command.place, command.place + 2);
    const { type, first, name } = plan.columns[index];
    // If the command writes a state, the state begins at this tick.
    const since = name === STATE_COLUMN && plan.hasStates ? stateViews(world).back.tick : undefined;
    const planes = columnPlanes(world).filter(({ column }) => column.first === first);
    const step = isEach === 1 ? planes.length : 0;
    const list = type === 'u32' ? commandPlace : commandValue;
    const begin = type === 'u32' ? command.place + 3 : command.value + REGION_VALUES;
    eachChosen(draft, command, choice(world, command), 0, plan.agents, (i, k) => {
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

function choice({ constants }: SharedWorld, { place }: StoredCommand): number {
  return place + 3 + constants.commandPlace[place + 2];
}
