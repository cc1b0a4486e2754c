import { SkeinError } from '@skein/core/basics';
import { type Law, MAX_LAWS_BYTES, readLawsText } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { importLaws, isModule } from './law-module.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads the laws of some files, as `readLaws` does each of them.
 *
 * @throws CliError also for two laws of one name
 */
export async function readLawFiles(paths: readonly string[]): Promise<readonly Law[]> {
  const laws: Law[] = [];
  const files = new Map<string, string>();
  for (const path of paths) {
    for (const law of await readLaws(path)) {
      const other = files.get(law.name);
      if (other !== undefined) {
        const found = `found two laws "${law.name}", in ${other} and ${path}`;
        throw new CliError(EXIT.refused, `--laws: ${found}; expected each name once`);
      }
      files.set(law.name, path);
      laws.push(law);
    }
  }
  return laws;
}

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
