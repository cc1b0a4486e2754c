import { expect, it } from 'vitest';
import { BEHAVIOR_PARAMETERS, SPECIES_PARAMETERS } from '../../src/scenario/schema.ts';
import { BEHAVIOR_SLOTS, SPECIES_SLOTS } from '../../src/scenario/slot-table.ts';

const unitsOf = (parameters: readonly { name: string; unit: string }[]) =>
  parameters.map(({ name, unit }) => [name, unit]);

it('slot-table.ts has the parameters of the schema, in its order (written by `npm run generate`)', () => {
  expect(Object.entries(SPECIES_SLOTS)).toEqual(unitsOf(SPECIES_PARAMETERS));
  expect(
    Object.entries(BEHAVIOR_SLOTS).map(([type, units]) => [type, Object.entries(units)]),
  ).toEqual(
    Object.entries(BEHAVIOR_PARAMETERS).map(([type, parameters]) => [type, unitsOf(parameters)]),
  );
});
