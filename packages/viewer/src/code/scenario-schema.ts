import { scenarioJsonSchema } from '@skein/core/describe';
import { readLaw } from '@skein/core/laws';
import type { Schema } from './schema-walk.ts';

let latest: { readonly text: string; readonly schema: Schema } | undefined;

/**
 * The schema for scenarios that contain the given laws. The laws need not be valid. The schema is rebuilt only when the
 * laws change.
 */
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
    // An incomplete law adds no keys yet.
    return scenarioJsonSchema() as Schema;
  }
}
