import type { Draft } from '../draft.ts';
import { changeMap, fillCells } from '../settle-fields.ts';
import type { Effect, StoredCommand } from './define-effect.ts';

/** The effect of the command `cells`: changes cells of the map. */
export const cells: Effect = {
  act,

  settle(draft, command) {
    const { commandPlace, commandValue } = draft.world.constants;
    const { place, value } = command;
    changeMap(draft.world, commandPlace.subarray(place, place + 4), commandValue[value]);
    act(draft, command);
  },
};

/** Changes the map on which later commands create agents. */
function act(draft: Draft, { place, value }: StoredCommand): void {
  if (!draft.isBornInto) return;
  const { plan, front, constants } = draft.world;
  const { commandPlace, commandValue } = constants;
  const { mapCost, mapVersion } = draft.changed('mapCost', 'mapVersion');
  mapVersion[0] = front.mapVersion[0] + 1;
  fillCells(plan.map!, mapCost, commandPlace.subarray(place, place + 4), commandValue[value]);
}
