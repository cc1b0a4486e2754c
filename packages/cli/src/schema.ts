import { MAX_SCENARIO_BYTES, scenarioJsonSchema } from '@skein/core/describe';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readGivenLaws } from './given-laws.ts';
import type { Output } from './output.ts';
import { type Rewritable, writeText } from './written-text.ts';

export interface SchemaOptions {
  /** The file to write the schema to. Default: standard output. */
  readonly out?: string;
  /**
   * Files of laws. If given, the schema accepts only the behaviors of these laws. Otherwise it accepts the behaviors of
   * any law.
   */
  readonly laws?: readonly string[];
}

/** `skein schema`: writes the JSON Schema of scenarios. Editors use the schema to complete and check scenarios. */
export async function schema(options: SchemaOptions, output: Output): Promise<ExitCode> {
  const { out, laws } = options;
  const make = async (): Promise<string> =>
    `${JSON.stringify(scenarioJsonSchema(await readGivenLaws(laws)), null, 2)}\n`;
  await writeText(out, SCHEMAS, make, output);
  return EXIT.ok;
}

const SCHEMAS: Rewritable = {
  otherwise: 'not a JSON Schema',
  by: 'skein schema',
  maxBytes: MAX_SCENARIO_BYTES,
  holds: (text) => String(JSON.parse(text).$schema).startsWith('https://json-schema.org/'),
};
