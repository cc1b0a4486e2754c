import { changeMap } from '../fields.ts';
import type { Effect } from './define-effect.ts';

/** The effect of the command `cells`: changes cells of the map. */
export const cells: Effect = {
  settle(world, { place, value }) {
    const { commandPlace, commandValue } = world.constants;
    changeMap(world, commandPlace.subarray(place, place + 4), commandValue[value]);
  },
};
