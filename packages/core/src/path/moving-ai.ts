import { show } from '../errors.ts';
import { charactersOf } from './characters.ts';
import { checkSize, type GridMap, type Legend, mapFromRows } from './map.ts';
import { MapError } from './map-error.ts';
import { MAX_CELLS, MAX_EDGE } from './octile.ts';

/**
 * The meaning of the characters of MovingAI maps. Ground and swamp cost 1. Trees, water and cells out of bounds are
 * walls. Water counts as a wall because it cannot be entered from ground.
 */
export const MOVING_AI_LEGEND: Legend = {
  '.': 1,
  G: 1,
  S: 1,
  W: 'wall',
  T: 'wall',
  '@': 'wall',
  O: 'wall',
};

/**
 * The maximum length of the text of a map, in characters. It is enough for the largest map, with room for line ends.
 */
export const MAX_MAP_CHARACTERS = 2 * MAX_CELLS;
/** The maximum number of queries in a list. The longest lists of the benchmarks have about 10,000. */
const MAX_QUERIES = 100_000;

/** One line of a `.scen` file: a query, and the length of its shortest path. */
export interface MovingAiQuery {
  /** The length of the shortest path divided by 4, rounded down. */
  readonly bucket: number;
  /** The file name of the map, and the size of the map in cells. */
  readonly map: string;
  readonly width: number;
  readonly height: number;
  readonly start: readonly [x: number, y: number];
  readonly goal: readonly [x: number, y: number];
  /**
   * The length of the shortest path in cells, with 8 neighbors. A diagonal step has the length sqrt 2, and does not cut
   * corners.
   */
  readonly length: number;
}

/**
 * Reads a map of the MovingAI benchmarks.
 *
 * @param legend the cost of each character. Default: MOVING_AI_LEGEND
 * @throws MapError at the first line that does not follow the format
 *
 * source: https://movingai.com/benchmarks/formats.html
 */
export function parseMovingAiMap(text: string, legend: Legend = MOVING_AI_LEGEND): GridMap {
  // The header, and empty lines after the last row.
  const lines = linesOf(text, MAX_EDGE + 100);
  expectLine(lines, 1, /^type octile$/, '"type octile"');
  const height = Number(expectLine(lines, 2, /^height (\d{1,9})$/, '"height" and a number')[1]);
  const width = Number(expectLine(lines, 3, /^width (\d{1,9})$/, '"width" and a number')[1]);
  expectLine(lines, 4, /^map$/, '"map"');
  checkSize(width, height);
  const rows = lines.slice(4);
  if (rows.length !== height) {
    throw new MapError('MAP_INVALID', `${rows.length} rows`, `${height}`, { line: lines.length });
  }
  const { length } = charactersOf(rows[0]);
  if (length !== width) {
    throw new MapError('MAP_INVALID', `${length} characters`, `${width}`, { line: 5 });
  }
  return mapFromRows(rows, legend, 5);
}

/**
 * Reads a list of queries of the MovingAI benchmarks.
 *
 * @throws MapError at the first line that does not follow the format
 */
export function parseMovingAiScenario(text: string): MovingAiQuery[] {
  const lines = linesOf(text, MAX_QUERIES + 1);
  expectLine(lines, 1, /^version 1(\.0)?$/, '"version 1"');
  return lines.slice(1).map((content, index) => {
    const line = index + 2;
    const fields = content.split(content.includes('\t') ? '\t' : ' ');
    if (fields.length !== 9) {
      throw new MapError('MAP_INVALID', `${fields.length} fields`, '9', { line });
    }
    const numbers = fields.map((field, at) => {
      const whole = at !== 8;
      if (at === 1 || (whole ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,20})?$/).test(field)) {
        return Number(field);
      }
      const expected = whole ? 'a whole number' : 'a decimal number';
      const column = charactersOf(fields.slice(0, at).join(' ')).length + (at > 0 ? 2 : 1);
      throw new MapError('MAP_INVALID', show(field), expected, { line, column });
    });
    const [bucket, , width, height, startX, startY, goalX, goalY, length] = numbers as number[];
    const outside = [startX! >= width!, startY! >= height!, goalX! >= width!, goalY! >= height!];
    if (outside.includes(true)) {
      const found = `start or goal ${startX},${startY} ${goalX},${goalY}`;
      throw new MapError('MAP_INVALID', found, `cells of ${width} x ${height}`, { line });
    }
    return {
      bucket: bucket!,
      map: fields[1],
      width: width!,
      height: height!,
      start: [startX!, startY!] as const,
      goal: [goalX!, goalY!] as const,
      length: length!,
    };
  });
}

/**
 * Splits a text into lines, and accepts the line ends of any system. Empty lines at the end are left out.
 *
 * @throws MapError if the text is too long, or the number of lines exceeds `most`
 */
function linesOf(text: string, most: number): string[] {
  if (text.length > MAX_MAP_CHARACTERS) {
    const expected = `at most ${MAX_MAP_CHARACTERS}`;
    throw new MapError('MAP_TOO_LARGE', `${text.length} characters`, expected);
  }
  const lines = text.split(/\r\n|\n|\r/, most + 1);
  if (lines.length > most) {
    throw new MapError('MAP_TOO_LARGE', `more than ${most} lines`, `at most ${most}`);
  }
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop();
  return lines;
}

function expectLine(
  lines: readonly string[],
  line: number,
  pattern: RegExp,
  expected: string,
): RegExpExecArray {
  const content = lines[line - 1]?.trimEnd();
  const match = content === undefined ? null : pattern.exec(content);
  if (match !== null) return match;
  throw new MapError('MAP_INVALID', show(content), expected, { line });
}
