import { COMMAND } from '../../commands/records.ts';
import { RECORD, type State } from '../../world/layout.ts';
import type { Draft } from '../draft.ts';
import type { Effect, StoredCommand } from './define-effect.ts';

const { species: SPECIES, behavior: BEHAVIOR, slot: SLOT } = COMMAND.set.words;

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
  const species = commandPlace[place + SPECIES];
  const behavior = commandPlace[place + BEHAVIOR];
  const [column, row] =
    behavior === 0
      ? [state.speciesParameters, species]
      : [state.behaviorParameters, world.plan.species[species].behaviors[behavior - 1].index];
  column[row * RECORD + commandPlace[place + SLOT]] = commandValue[value];
}
