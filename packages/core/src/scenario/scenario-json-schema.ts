import * as z from 'zod/mini';
import type { Law } from '../laws/law.ts';
import { vector } from '../schema/quantities.ts';
import { withDefinitions } from './json-definitions.ts';
import { lawBehaviorSchema } from './law-behavior.ts';
import { schemasWith } from './schema.ts';

/** Stands for the behaviors of any law, where it is not known which laws there are. */
const ANY_LAW = {
  type: 'object',
  properties: {
    type: { type: 'string', pattern: '^law:[A-Za-z][A-Za-z0-9_-]{0,63}$' },
  },
  required: ['type'],
  description:
    'A behavior whose law the scenario carries in `laws`, with the parameters of that law.',
};

/**
 * The JSON Schema of a scenario file, for editors and other tools: with the behaviors of these laws, or where
 * none are given with those of any law, of which it knows no keys.
 */
export function scenarioJsonSchema(laws: readonly Law[] = []): object {
  const { scenarioSchema } = schemasWith(laws.map((law) => lawBehaviorSchema(law)));
  const schema = z.toJSONSchema(scenarioSchema, JSON_SCHEMA) as unknown as ScenarioJsonSchema;
  const { items } = schema.properties.species.items.properties.behaviors;
  const types = items.oneOf.map(({ properties }) => properties.type.const);
  const type =
    laws.length > 0
      ? { enum: types }
      : { anyOf: [{ enum: types }, { type: 'string', pattern: ANY_LAW.properties.type.pattern }] };
  if (laws.length === 0) items.oneOf.push(ANY_LAW as never);
  // Beside the forms, so that an editor offers the types, and says which there are.
  Object.assign(items, {
    type: 'object',
    required: ['type'],
    properties: { type: { description: 'What it does.', ...type } },
  });
  const vectorSchema: { $schema?: unknown } = z.toJSONSchema(vector, JSON_SCHEMA);
  const { $schema: _, ...vectorOnly } = vectorSchema;
  return withDefinitions({ $id: SCHEMA_ID, ...schema }, vectorOnly);
}

const JSON_SCHEMA = { io: 'input', target: 'draft-2020-12', unrepresentable: 'any' } as const;

/** Where the schema of the latest version can be read. */
const SCHEMA_ID =
  'https://raw.githubusercontent.com/skein-sim/skein/main/scenarios/scenario.schema.json';

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
  readonly oneOf: { readonly properties: { readonly type: { readonly const: string } } }[];
}
