import * as z from 'zod/mini';
import { checkReference } from '../scenario/check-reference.ts';
import { areaCost } from '../scenario/mesh-schema.ts';
import { name } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';
import { ANY_SPECIES, packWords } from './records.ts';

const areaSchema = z.strictObject({
  type: z.literal('area'),
  area: name,
  cost: areaCost,
  species: z.optional(name),
});

/** The command `area`: changes what an area of the ground costs. `values` has the new cost. */
export const area = defineCommand({
  schema: areaSchema,

  check({ area, species }, scope, report) {
    checkReference(area, '.area', 'area of the ground', scope.ground?.areas ?? [], report);
    if (species !== undefined) {
      checkReference(species, '.species', 'species', scope.species, report);
    }
  },

  encode(command, { ground, species }) {
    const areas = ground?.areas ?? [];
    const own = species.findIndex(({ name }) => name === command.species);
    const places = packWords('area', {
      area: areas.findIndex(({ name }) => name === command.area),
      species: own < 0 ? ANY_SPECIES : own,
    });
    return { places, values: [command.cost] };
  },
});
