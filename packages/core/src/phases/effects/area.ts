import { ANY_SPECIES, COMMAND } from '../../commands/records.ts';
import type { Effect } from './define-effect.ts';

const { area: AREA, species: SPECIES } = COMMAND.area.words;

/** The effect of the command `area`: changes what an area of the ground costs one species, or all. */
export const area: Effect = {
  settle({ world }, { place, value }) {
    const { plan, front, back, constants } = world;
    const { commandPlace, commandValue } = constants;
    const own = commandPlace[place + SPECIES];
    const each = plan.mesh!.areas.length + 1;
    plan.species.forEach((_, species) => {
      if (own !== ANY_SPECIES && own !== species) return;
      back.areaCost[species * each + 1 + commandPlace[place + AREA]] = commandValue[value];
    });
    // The version differs from that of front, in case this tick is discarded in the middle.
    back.mapVersion[0] = front.mapVersion[0] + 1;
  },
};
