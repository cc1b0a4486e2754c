import { SET_TABLE } from '../../world/command-kinds.ts';
import { RECORD } from '../../world/layout.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `set`: writes a parameter of a behavior or of a species. */
export const set: Effect = {
  settle({ back, constants }, { place, value }) {
    const [table, row, slot] = constants.commandPlace.subarray(place, place + 3);
    const column = table === SET_TABLE.species ? back.speciesParameters : back.behaviorParameters;
    column[row * RECORD + slot] = constants.commandValue[value];
  },
};
