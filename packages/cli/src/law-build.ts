import { lawsText, MAX_LAWS_BYTES, readLawsText } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { importLaws, isModule } from './law-module.ts';
import type { Output } from './output.ts';
import { type Rewritable, writeText } from './written-text.ts';

export interface LawBuildOptions {
  /** The file to write the laws to. Default: standard output. */
  readonly out?: string;
}

/**
 * `skein law build FILE`: takes the laws that a module exports, and writes them as JSON. No code is then needed to use
 * the laws.
 */
export async function lawBuild(
  path: string,
  { out }: LawBuildOptions,
  output: Output,
): Promise<ExitCode> {
  if (!isModule(path)) {
    const expected = 'expected a module: .js, .mjs, .ts or .mts';
    throw new CliError(EXIT.usage, `found ${path}, ${expected}`);
  }
  await writeText(out, LAWS, async () => lawsText(await importLaws(path)), output);
  return EXIT.ok;
}

const LAWS: Rewritable = {
  otherwise: 'no list of laws',
  by: 'law build',
  maxBytes: MAX_LAWS_BYTES,
  // A scenario contains laws too, but begins with an object.
  holds: (text) => text.startsWith('[') && readLawsText(text).length > 0,
};
