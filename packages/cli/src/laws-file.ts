import { SkeinError } from '@skein/core';
import { type Law, MAX_LAWS_BYTES, readLawsText } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { importLaws, isModule } from './law-module.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads laws: of a module, which is run, or of JSON, as `skein law build` writes it or a scenario holds it;
 * "-" is standard input.
 *
 * @throws CliError when it cannot be read, and when it, or a law in it, is refused
 */
export async function readLaws(path: string): Promise<readonly Law[]> {
  if (isModule(path)) return importLaws(path);
  try {
    return readLawsText(await readText(path, MAX_LAWS_BYTES));
  } catch (error) {
    if (!(error instanceof SkeinError || error instanceof TextRefusal)) throw error;
    throw new CliError(EXIT.refused, `${inputLabel(path)}: ${error.message}`, { cause: error });
  }
}
