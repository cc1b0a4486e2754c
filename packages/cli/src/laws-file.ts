import { SkeinError, show } from '@skein/core/basics';
import { type Law, LawError, MAX_LAWS_BYTES, readLawsText } from '@skein/core/laws';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { JsonSource } from './json-source.ts';
import { importLaws, isModule } from './law-module.ts';
import { messageAt, placedSlips, reportLines } from './problem-report.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads the laws of several files, each with `readLaws`.
 *
 * @throws CliError in the same cases as `readLaws`, and when two laws have the same name
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
 * Reads laws from a module or from JSON. A module is executed. The JSON is either a list written by `skein law build`,
 * or a scenario. The path "-" stands for standard input.
 *
 * @throws CliError when the file cannot be read, and when the file or a law in it is invalid
 */
export async function readLaws(path: string): Promise<readonly Law[]> {
  if (isModule(path)) return importLaws(path);
  let source: JsonSource | undefined;
  try {
    source = new JsonSource(await readText(path, MAX_LAWS_BYTES));
    return readLawsText(source.plain);
  } catch (error) {
    if (!(error instanceof SkeinError || error instanceof TextRefusal)) throw error;
    const said = source && reportOf(inputLabel(path), source, error);
    throw new CliError(EXIT.refused, said ?? `${inputLabel(path)}: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Returns a report on an invalid law, with the position of the error in the file; undefined if the position is unknown.
 */
function reportOf(label: string, source: JsonSource, error: Error): string | undefined {
  if (source.text.trim() === '') return undefined;
  if (/text that is not JSON/.test(error.message)) {
    const [slip] = placedSlips(source);
    return slip && reportLines(label, source, [slip], '').join('\n');
  }
  const path =
    error instanceof LawError ? pathOf(source, error) : /^\$\S*(?=:)/.exec(error.message);
  return path ? messageAt(label, source, source.spanOf(String(path)), error.message) : undefined;
}

/** Returns the JSON path of an error in a law. The law is found by its name. */
function pathOf(source: JsonSource, { law, where }: LawError): string | undefined {
  const input = JSON.parse(source.plain) as { law?: unknown; laws?: unknown };
  const inner = where === '' ? '' : `.${where}`;
  if (!Array.isArray(input) && Object.hasOwn(input, 'law')) return `$${inner}`;
  const [list, path] = Array.isArray(input) ? [input, '$'] : [input.laws, '$.laws'];
  const at = (list as { name?: unknown }[]).findIndex((one) => show(one?.name) === law);
  return at < 0 ? undefined : `${path}[${at}]${inner}`;
}
