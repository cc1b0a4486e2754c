import { type GridMap, MAX_MAP_CHARACTERS, MapError, parseMapText } from '@skein/core/path';
import { CliError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { JsonSource } from './json-source.ts';
import { messageAt, placedSlips, reportLines } from './problem-report.ts';
import { inputLabel, readText, TextRefusal } from './text-file.ts';

/**
 * Reads a map in the MovingAI format or JSON. The JSON may have comments and trailing commas. The path "-" stands for
 * standard input.
 *
 * @throws CliError when the map cannot be read or is invalid
 */
export async function readMap(path: string): Promise<GridMap> {
  let source: JsonSource | undefined;
  try {
    const text = await readText(path, MAX_MAP_CHARACTERS);
    if (/^\ufeff?\s*(\{|\/[/*])/.test(text)) source = new JsonSource(text);
    return parseMapText(source?.plain ?? text);
  } catch (error) {
    if (!(error instanceof MapError || error instanceof TextRefusal)) throw error;
    const placed =
      source && error instanceof MapError ? placedMessage(path, source, error) : undefined;
    const message = placed ?? `${inputLabel(path)}: ${error.message}`;
    throw new CliError(EXIT.refused, message, { cause: error });
  }
}

/**
 * Describes what is wrong with a JSON map, with the position of the error in the text; undefined if the error has no
 * position.
 */
function placedMessage(path: string, source: JsonSource, error: MapError): string | undefined {
  const label = inputLabel(path);
  const [slip] = placedSlips(source);
  if (slip !== undefined) return reportLines(label, source, [slip], '').join('\n');
  const { line, column, found, expected } = error;
  if (line === undefined) return undefined;
  const rows = Object.hasOwn(JSON.parse(source.plain), 'rows') ? '$.rows' : '$.map.rows';
  const character = column === undefined ? '' : `[${column - 1}]`;
  const span = source.spanOf(`${rows}[${line - 1}]${character}`);
  return messageAt(label, source, span, `found ${found}, expected ${expected}`);
}
