import { scenarioJsonSchema } from '@skein/core/describe';
import { readLaw } from '@skein/core/laws';
import type { Schema } from './schema-walk.ts';

let latest: { readonly text: string; readonly schema: Schema } | undefined;

/** The schema of scenarios with the laws of one, which are not checked yet; made again where the laws are others. */
export function schemaWith(laws: unknown): Schema {
  const text = JSON.stringify(laws) ?? '';
  if (latest?.text !== text) latest = { text, schema: makeSchema(laws) };
  return latest.schema;
}

function makeSchema(laws: unknown): Schema {
  try {
    const read = Array.isArray(laws) ? laws.map((law) => readLaw(law)) : [];
    return scenarioJsonSchema(read) as Schema;
  } catch {
    // A law that is being written has no keys yet.
    return scenarioJsonSchema() as Schema;
  }
}
