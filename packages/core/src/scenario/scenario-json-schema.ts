import * as z from 'zod/mini';
import type { Law } from '../laws/law.ts';
import { vector } from '../schema/quantities.ts';
import { describeSchema, type JsonSchema } from './descriptions.ts';
import { withDefinitions } from './json-definitions.ts';
import { lawBehaviorSchema } from './law-behavior.ts';
import { scenarioSchemaWith } from './schema.ts';

/** The schema of a behavior of any law. It is used if the laws are not known. */
const ANY_LAW = {
  type: 'object',
  properties: {
    type: { type: 'string', pattern: '^law:[A-Za-z][A-Za-z0-9_-]{0,63}$' },
  },
  required: ['type'],
  description:
    'A behavior whose law is in `laws` of the scenario. Its other keys are the parameters of that law.',
};

/**
 * Returns the JSON Schema of a scenario file, for editors and other tools. It contains the behaviors of the given laws.
 * If no laws are given, it accepts behaviors of any law with any keys.
 */
export function scenarioJsonSchema(laws: readonly Law[] = []): object {
  const scenarioSchema = scenarioSchemaWith(laws.map((law) => lawBehaviorSchema(law)));
  const schema = z.toJSONSchema(scenarioSchema, JSON_SCHEMA) as unknown as ScenarioJsonSchema;
  describeSchema(schema as JsonSchema);
  const { items } = schema.properties.species.items.properties.behaviors;
  for (const [index, law] of laws.entries()) {
    const form = items.oneOf[index - laws.length + items.oneOf.length];
    form.description = law.description;
    for (const [name, { description }] of Object.entries(law.parameters)) {
      form.properties[name].description = description;
    }
  }
  const types = items.oneOf.map(({ properties }) => properties.type.const);
  const type =
    laws.length > 0
      ? { enum: types }
      : { anyOf: [{ enum: types }, { type: 'string', pattern: ANY_LAW.properties.type.pattern }] };
  if (laws.length === 0) items.oneOf.push(ANY_LAW as never);
  // Listed in addition to `oneOf`, so that editors can offer and name the types.
  Object.assign(items, {
    type: 'object',
    required: ['type'],
    properties: { type: { description: 'The type of the behavior.', ...type } },
  });
  const vectorSchema: { $schema?: unknown } = z.toJSONSchema(vector, JSON_SCHEMA);
  const { $schema: _, ...vectorOnly } = vectorSchema;
  return withDefinitions({ $id: SCHEMA_ID, ...schema }, vectorOnly);
}

const JSON_SCHEMA = { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' } as const;

/** The URL of the schema of the latest version. */
const SCHEMA_ID = 'https://skein-sim.github.io/skein/scenario.schema.json';

interface ScenarioJsonSchema {
  readonly properties: {
    readonly species: {
      readonly items: {
        readonly properties: { readonly behaviors: { readonly items: BehaviorForms } };
      };
    };
  };
}

interface BehaviorForms {
  readonly oneOf: {
    description?: string;
    readonly properties: Record<string, { description?: string }> & {
      readonly type: { readonly const: string };
    };
  }[];
}
