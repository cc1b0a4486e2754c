import { BEHAVIOR_PARAMETERS, type Parameter, SPECIES_PARAMETERS } from './schema.ts';

/** Generates the source of slot-table.ts: the parameters in the order of the schema, with their units. */
export function slotSource(): string {
  const species = unitsOf(SPECIES_PARAMETERS);
  const behaviors = Object.fromEntries(
    Object.entries(BEHAVIOR_PARAMETERS).map(([type, parameters]) => [type, unitsOf(parameters)]),
  );
  return `// Written by scripts/generate from the schema of scenarios.

/** The unit of each numeric parameter of a species, in the order of the slots. */
export const SPECIES_SLOTS = ${JSON.stringify(species, null, 2)} as const;

/** The unit of each numeric parameter of each type of behavior, in the order of the slots. */
export const BEHAVIOR_SLOTS = ${JSON.stringify(behaviors, null, 2)} as const;
`;
}

function unitsOf(parameters: readonly Parameter[]): Record<string, string> {
  return Object.fromEntries(parameters.map(({ name, unit }) => [name, unit]));
}
