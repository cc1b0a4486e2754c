import * as z from 'zod/mini';
import { resolveSet } from '../scenario/parameters.ts';
import { LIMITS } from '../schema/limits.ts';
import { name } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';
import { packWords } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

const behaviorType = z.string().check(z.regex(/^(law:)?[A-Za-z][A-Za-z0-9_-]{0,63}$/));

const behaviorIndex = z
  .number()
  .check(z.int(), z.minimum(0), z.maximum(LIMITS.behaviorsPerSpecies - 1));

const setSchema = z.strictObject({
  type: z.literal('set'),
  species: name,
  behavior: z.optional(z.union([behaviorIndex, behaviorType])),
  parameter: z.string(),
  value: z.number(),
});

/** The command `set`. `values` has the new value. */
export const set = defineCommand({
  schema: setSchema,
  // Without a behavior, the parameter is one of the species.
  dependent: { parameter: 'behavior' },

  check(command, scope, report) {
    const species = findNamed('species', scope.species, command.species, report);
    if (species === undefined) return;
    const place = resolveSet(species, command, scope.largestRadius, scope);
    if ('problem' in place) report(`.${place.key}`, place.problem.found, place.problem.expected);
  },

  encode(command, scene) {
    const species = indexOfNamed(scene.species, command.species);
    const place = resolveSet(scene.species[species], command, scene.largestRadius, scene);
    if ('problem' in place) throw new Error('A command was encoded before it was checked.');
    const { behavior, slot } = place;
    const words = { species, behavior: behavior === undefined ? 0 : behavior + 1, slot };
    return { places: packWords('set', words), values: [command.value] };
  },
});
