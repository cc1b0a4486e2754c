import { SET_TABLE } from '../../world/command-kinds.ts';
import { RECORD, type State } from '../../world/layout.ts';
import type { Draft } from '../draft.ts';
import type { Effect, StoredCommand } from './define-effect.ts';

/** The effect of the command `set`: writes a parameter of a behavior or of a species. */
export const set: Effect = {
  act,

  settle(draft, command) {
    setIn(draft, command, draft.world.back);
    act(draft, command);
  },
};

/** Sets the parameter for later commands, because launchers aim by some parameters. */
function act(draft: Draft, command: StoredCommand): void {
  if (!draft.isBornInto) return;
  setIn(draft, command, draft.changed('speciesParameters', 'behaviorParameters'));
}

function setIn({ world }: Draft, { place, value }: StoredCommand, state: State): void {
  const { commandPlace, commandValue } = world.constants;
  const [table, row, slot] = commandPlace.subarray(place, place + 3);
  const column = table === SET_TABLE.species ? state.speciesParameters : state.behaviorParameters;
  column[row * RECORD + slot] = commandValue[value];
}
