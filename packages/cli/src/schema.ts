import { stat } from 'node:fs/promises';
import { MAX_SCENARIO_BYTES, scenarioJsonSchema } from '@skein/core/describe';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readLawFiles } from './laws-file.ts';
import type { Output } from './output.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { readText } from './text-file.ts';

export interface SchemaOptions {
  /** The file that gets the schema; standard output when left out. */
  readonly out?: string;
  /** Files of laws whose behaviors it has, in place of those of any law. */
  readonly laws?: readonly string[];
}

/** `skein schema`: writes the JSON Schema of scenarios, by which editors complete and check them. */
export async function schema(options: SchemaOptions, output: Output): Promise<ExitCode> {
  const { out, laws = [] } = options;
  if (out !== undefined) {
    await refuseForeign(out);
    await checkSavable(out);
  }
  const text = `${JSON.stringify(scenarioJsonSchema(await readLawFiles(laws)), null, 2)}\n`;
  if (out === undefined) await output.write(text);
  else await saveFile(out, new TextEncoder().encode(text));
  return EXIT.ok;
}

/** A schema can be written again; anything else would be lost. */
async function refuseForeign(out: string): Promise<void> {
  const status = await stat(out).catch(() => undefined);
  // What is not a plain file cannot be saved to, which says so in its own words.
  if (status === undefined || !status.isFile() || status.size === 0) return;
  if (await holdsSchema(out)) return;
  throw new CliError(
    EXIT.usage,
    `--out: found ${out}, which is not a JSON Schema and would be lost; expected a new file, or one that skein schema wrote`,
  );
}

async function holdsSchema(path: string): Promise<boolean> {
  try {
    const { $schema } = JSON.parse(await readText(path, MAX_SCENARIO_BYTES));
    return String($schema).startsWith('https://json-schema.org/');
  } catch {
    return false;
  }
}
