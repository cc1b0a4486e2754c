import * as z from 'zod/mini';
import { resolveSet } from '../scenario/parameters.ts';
import { LIMITS } from '../schema/limits.ts';
import { name } from '../schema/quantities.ts';
import { SET_TABLE } from '../world/command-kinds.ts';
import { defineCommand } from './define-command.ts';
import { findNamed, indexOfNamed } from './references.ts';

const behaviorType = z.string().check(
  z.regex(/^(law:)?[A-Za-z][A-Za-z0-9_-]{0,63}$/),
  z.meta({
    description: 'A type of behavior, such as "seek". For a law, "law:" and the name of the law.',
  }),
);

const behaviorIndex = z
  .number()
  .check(z.int(), z.minimum(0), z.maximum(LIMITS.behaviorsPerSpecies - 1));

export const setSchema = z
  .strictObject({
    type: z.literal('set'),
    species: name,
    behavior: z.optional(z.union([behaviorIndex, behaviorType])).check(
      z.meta({
        description:
          'Index or type of a behavior of the species. Without this key, the parameter belongs to the species itself.',
      }),
    ),
    parameter: z.string(),
    value: z.number(),
  })
  .check(
    z.meta({
      description:
        'Sets a numeric parameter of a behavior or of a species, in the range that a scenario allows. Limits that other parameters set are not checked: if `minSpeed` exceeds `maxSpeed`, agents have `maxSpeed`.',
    }),
  );

/**
 * The command `set`. `places` has three numbers. The first is a value of SET_TABLE, and chooses a table. The others are
 * the row and the slot in this table. `values` has the new value.
 */
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

  encode(command, scenario, plan) {
    const species = indexOfNamed(scenario.species, command.species);
    const place = resolveSet(scenario.species[species], command, plan.largestRadius, scenario);
    if ('problem' in place) throw new Error('A command was encoded before it was checked.');
    const { behavior, slot } = place;
    const [table, row] =
      behavior === undefined
        ? [SET_TABLE.species, species]
        : [SET_TABLE.behavior, plan.species[species].behaviors[behavior].index];
    return { places: [table, row, slot], values: [command.value] };
  },
});
