import { show } from '../errors.ts';
import { findExcess, findTwinKey, type JsonLimits } from '../json-text.ts';
import { DEFAULT_LEGEND, type GridMap, type Legend, mapFromRows } from './map.ts';
import { MapError } from './map-error.ts';
import { MAX_MAP_CHARACTERS, parseMovingAiMap } from './moving-ai.ts';
import { MAX_EDGE } from './octile.ts';

/**
 * Limits for the JSON text of a map. `elements` limits the rows, and `keys` limits the characters of the legend.
 * `depth` is large enough for a scenario, because the map can also be read from a scenario.
 */
const SIZE: JsonLimits = { depth: 32, keys: 1024, elements: MAX_EDGE, parts: 1_000_000 };

/**
 * Reads a map from the text of a file. A text that begins with the word `type` is a MovingAI map. A text that begins
 * with `{` is JSON: `{ "rows": ["..#", "..."], "legend": { ".": 1, "~": 5, "#": "wall" } }`. Without a legend, `.`
 * costs 1 and `#` is a wall. If the JSON is a scenario, reads the map of the scenario.
 *
 * @throws MapError if the text is not a valid map
 */
export function parseMapText(text: string): GridMap {
  if (typeof text !== 'string') throw new MapError('MAP_INVALID', show(text), 'a text');
  if (text.length > MAX_MAP_CHARACTERS) {
    const expected = `at most ${MAX_MAP_CHARACTERS}`;
    throw new MapError('MAP_TOO_LARGE', `${text.length} characters`, expected);
  }
  // Editors on Windows may write a byte order mark.
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (/^\s*\{/.test(body)) return mapFromJson(body);
  if (/^type\b/.test(body)) return parseMovingAiMap(body);
  const [first] = body.split(/\r?\n/, 1);
  throw new MapError('MAP_INVALID', show(first), 'a MovingAI map ("type octile") or JSON ("{")', {
    line: 1,
  });
}

function mapFromJson(text: string): GridMap {
  const excess = findExcess(text, SIZE);
  if (excess !== undefined) throw new MapError('MAP_TOO_LARGE', excess.found, excess.expected);
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    throw new MapError(
      'MAP_INVALID',
      `text that is not JSON (${(error as Error).message})`,
      'JSON',
    );
  }
  const twin = findTwinKey(text);
  if (twin !== undefined) {
    const found = `the key ${show(twin.path.at(-1))} a second time, in line ${twin.line}, column ${twin.column}`;
    throw new MapError('MAP_INVALID', found, 'each key once');
  }
  const scenario = input as { map?: unknown; species?: unknown };
  const isScenario = scenario.species !== undefined && scenario.map !== undefined;
  const map = (isScenario ? scenario.map : input) as Record<string, unknown> | null;
  const { rows, legend = DEFAULT_LEGEND, ...rest } = map ?? {};
  if (isScenario) {
    // The position of the map in the world does not affect its cells.
    delete rest.cellSize;
    delete rest.origin;
  }
  for (const key of Object.keys(rest)) {
    throw new MapError('MAP_INVALID', `an unknown key ${show(key)}`, '"rows" and "legend"');
  }
  if (!Array.isArray(rows)) {
    throw new MapError('MAP_INVALID', `${show(rows)} as "rows"`, 'an array of strings');
  }
  for (const [index, row] of rows.entries()) {
    if (typeof row === 'string') continue;
    throw new MapError('MAP_INVALID', show(row), 'a string', { line: index + 1 });
  }
  if (legend === null || typeof legend !== 'object' || Array.isArray(legend)) {
    throw new MapError('MAP_INVALID', `${show(legend)} as "legend"`, 'an object');
  }
  return mapFromRows(rows as string[], legend as Legend);
}
