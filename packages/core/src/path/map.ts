import { show } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { charactersOf } from './characters.ts';
import { type Live, UNWATCHED } from './live.ts';
import { MapError } from './map-error.ts';
import { MAX_CELLS, MAX_COST, MAX_EDGE, MOVE_X, MOVE_Y } from './octile.ts';
import type { Slope } from './slope.ts';
import { isLegTooSteep } from './steep-leg.ts';

/** A grid of cells. Each cell is a wall, or open with a cost. Cell (x, y) has the number `y * width + x`. */
export interface GridMap {
  readonly width: number;
  readonly height: number;
  /** For each cell, the cost of a path through the cell, per cell length, from 1 to 255; 0 for a wall. */
  readonly cost: Uint8Array;
  /**
   * For each cell, one bit per move (see octile.ts). Bit m is set if move m leads to an open cell, cuts no corner and
   * is not too steep. Every move can be made in both directions.
   */
  readonly moves: Uint8Array;
  /** For each move, the number of the cell that it reaches, minus the number of the cell where it starts. */
  readonly offset: Int32Array;
  /** The lowest and the highest cost of an open cell; 1 if there is no open cell. */
  readonly cheapest: number;
  readonly dearest: number;
  /** How slopes change the cost of steps; undefined on level ground. */
  readonly slope: Slope | undefined;
}

/** The meaning of each character of a map: a wall, or an open cell with a cost (a whole number from 1 to 255). */
export type Legend = Readonly<Record<string, number | 'wall'>>;

/** The maximum number of legend characters that an error message names. */
const MAX_NAMED = 100;

export const DEFAULT_LEGEND: Legend = { '.': 1, '#': 'wall' };

/**
 * Creates a map from costs, row by row. The costs are copied.
 *
 * @param slope the cost of slopes, with a height for each cell; not copied
 * @param live called for each row as a sign of life, because a large map takes some time
 * @throws MapError if the size is not allowed, or the costs do not fit it; WorldError NO_MEMORY
 */
export function createMap(
  width: number,
  height: number,
  cost: ArrayLike<number>,
  live: Live = UNWATCHED,
  slope?: Slope,
): GridMap {
  checkSize(width, height);
  if (cost.length !== width * height) {
    throw new MapError(
      'MAP_INVALID',
      `${cost.length} costs`,
      `${width * height} costs, one per cell`,
    );
  }
  if (slope !== undefined) checkSlope(slope, cost.length);
  return withMemory('make a map', () => mapOf(width, height, cost, live, slope));
}

/**
 * Checks the slope of a map. With costs below 0 or heights that are not finite, a search would not end.
 *
 * @throws MapError for the first number that is out of range
 */
function checkSlope(slope: Slope, cells: number): void {
  const refuse = (found: string, expected: string): never => {
    throw new MapError('MAP_INVALID', found, expected);
  };
  for (const key of ['up', 'down', 'steepest'] as const) {
    const value = slope[key];
    const isBelow = key === 'steepest' || value < Number.POSITIVE_INFINITY;
    if (!(value >= 0 && isBelow)) refuse(`${show(value)} as "${key}" of the slope`, 'at least 0');
  }
  if (slope.height.length !== cells) {
    refuse(`${slope.height.length} heights`, `${cells} heights, one per cell`);
  }
  const lists = [slope.height, slope.ground?.height ?? []];
  for (const heights of lists) {
    const index = heights.findIndex((value) => !Number.isFinite(value));
    if (index >= 0) refuse(`${heights[index]} as height ${index}`, 'a finite number');
  }
}

function mapOf(
  width: number,
  height: number,
  cost: ArrayLike<number>,
  live: Live,
  slope: Slope | undefined,
): GridMap {
  const copy = Uint8Array.from(cost);
  let cheapest = 0;
  let dearest = 0;
  for (let cell = 0; cell < copy.length; cell++) {
    const value = copy[cell];
    if (value !== cost[cell]) {
      const place = { line: Math.floor(cell / width) + 1, column: (cell % width) + 1 };
      throw new MapError(
        'MAP_INVALID',
        show(cost[cell]),
        `a whole number from 0 to ${MAX_COST}`,
        place,
      );
    }
    if (value === 0) continue;
    if (cheapest === 0 || value < cheapest) cheapest = value;
    if (value > dearest) dearest = value;
  }
  return {
    width,
    height,
    cost: copy,
    moves: movesOf({ width, height, cost: copy, slope }, live),
    offset: Int32Array.from(MOVE_X, (x, move) => x + MOVE_Y[move] * width),
    cheapest: cheapest || 1,
    dearest: dearest || 1,
    slope,
  };
}

/**
 * Creates a map from rows of characters of equal length. Row 0 is y = 0, and character 0 is x = 0.
 *
 * @param first the line number of the first row, for error messages
 * @throws MapError for the first row with a different length, or the first character that is not in the legend
 */
export function mapFromRows(
  rows: readonly string[],
  legend: Legend = DEFAULT_LEGEND,
  first = 1,
): GridMap {
  const cost = costFromRows(rows, legend, first);
  return createMap(charactersOf(rows[0]).length, rows.length, cost);
}

/**
 * Converts rows of characters to the costs of their cells, row by row, like `mapFromRows`.
 *
 * @throws MapError in the same cases as `mapFromRows`
 */
export function costFromRows(rows: readonly string[], legend: Legend, first = 1): Uint8Array {
  const costs = costsOf(legend);
  const width = charactersOf(rows[0] ?? '').length;
  const height = rows.length;
  checkSize(width, height);
  const cost = withMemory('read a map', () => new Uint8Array(width * height));
  for (const [y, row] of rows.entries()) {
    const line = first + y;
    const characters = charactersOf(row);
    if (characters.length !== width) {
      throw new MapError('MAP_INVALID', `${characters.length} characters`, `${width}`, { line });
    }
    for (let x = 0; x < width; x++) {
      const value = costs.get(characters[x]);
      if (value === undefined) {
        const known = Object.keys(legend);
        const more = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : '';
        const expected = `one of ${known.slice(0, MAX_NAMED).map(show).join(', ')}${more}`;
        throw new MapError('MAP_INVALID', show(characters[x]), expected, { line, column: x + 1 });
      }
      cost[y * width + x] = value;
    }
  }
  return cost;
}

/**
 * Checks the width and the height of a map, in cells.
 *
 * @throws MapError if a map of this size is empty or too large
 */
export function checkSize(width: number, height: number): void {
  const found = `a map of ${width} x ${height} cells`;
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new MapError('MAP_INVALID', found, 'at least one cell each way');
  }
  if (width > MAX_EDGE || height > MAX_EDGE || width * height > MAX_CELLS) {
    const expected = `at most ${MAX_EDGE} each way and ${MAX_CELLS} in all`;
    throw new MapError('MAP_TOO_LARGE', found, expected);
  }
}

type Cells = Pick<GridMap, 'width' | 'height' | 'cost'>;

/** Whether a cell of the map is open; false outside the map. */
export function isOpen(map: Cells, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < map.width && y < map.height && map.cost[y * map.width + x] !== 0;
}

function costsOf(legend: Legend): Map<string, number> {
  const costs = new Map<string, number>();
  for (const [character, meaning] of Object.entries(legend)) {
    if (charactersOf(character).length !== 1) {
      throw new MapError('MAP_INVALID', `${show(character)} in the legend`, 'one character');
    }
    const cost = meaning === 'wall' ? 0 : meaning;
    const fits = Number.isInteger(cost) && cost <= MAX_COST && (cost > 0 || meaning === 'wall');
    if (!fits) {
      const found = `${show(meaning)} for ${show(character)} in the legend`;
      throw new MapError('MAP_INVALID', found, `"wall" or a whole number of 1 to ${MAX_COST}`);
    }
    costs.set(character, cost);
  }
  return costs;
}

/** The moves whose opposite moves are OPPOSITE; every other move is the opposite of one of them. */
const ONE_WAY = [0, 1, 4, 5] as const;
const OPPOSITE = [2, 3, 0, 1, 6, 7, 4, 5] as const;

/** For each cell, one bit per move to an open cell: whether the way between both centers is not too steep. */
function gentleMovesOf({ width, height, cost }: Cells, slope: Slope, live: Live): Uint8Array {
  const gentle = new Uint8Array(cost.length);
  for (let y = 0; y < height; y++) {
    live();
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if (cost[cell] === 0) continue;
      for (const move of ONE_WAY) {
        const nextX = x + MOVE_X[move];
        const next = cell + MOVE_X[move] + MOVE_Y[move] * width;
        if (nextX < 0 || nextX >= width || next >= cost.length || cost[next] === 0) continue;
        if (isLegTooSteep(slope, width, cell, next)) continue;
        gentle[cell] |= 1 << move;
        gentle[next] |= 1 << OPPOSITE[move];
      }
    }
  }
  return gentle;
}

/**
 * Whether a move is not too steep. A diagonal move is too steep also if any of the four straight moves beside it is too
 * steep. Because of this rule, straight moves can reach every cell that diagonal moves can reach.
 */
function isGentle(gentle: Uint8Array, width: number, cell: number, move: number): boolean {
  const has = (at: number, along: number): boolean => ((gentle[at] >> along) & 1) === 1;
  if (!has(cell, move)) return false;
  if (move < 4) return true;
  const alongX = MOVE_X[move] > 0 ? 0 : 2;
  const alongY = MOVE_Y[move] > 0 ? 1 : 3;
  const beside = cell + MOVE_X[move];
  const ahead = cell + MOVE_Y[move] * width;
  return has(cell, alongX) && has(cell, alongY) && has(beside, alongY) && has(ahead, alongX);
}

function movesOf(map: Cells & Pick<GridMap, 'slope'>, live: Live): Uint8Array {
  const { width, height, cost } = map;
  // Most maps have no limit of steepness.
  const limit = map.slope?.steepest === Number.POSITIVE_INFINITY ? undefined : map.slope;
  const gentle = limit === undefined ? undefined : gentleMovesOf(map, limit, live);
  const moves = new Uint8Array(cost.length);
  for (let y = 0; y < height; y++) {
    live();
    for (let x = 0; x < width; x++) {
      if (cost[y * width + x] === 0) continue;
      let bits = 0;
      for (let move = 0; move < 8; move++) {
        const dx = MOVE_X[move];
        const dy = MOVE_Y[move];
        // For a straight move, the two cells beside it are its two ends.
        if (!(isOpen(map, x + dx, y + dy) && isOpen(map, x + dx, y) && isOpen(map, x, y + dy))) {
          continue;
        }
        if (gentle !== undefined && !isGentle(gentle, width, y * width + x, move)) continue;
        bits |= 1 << move;
      }
      moves[y * width + x] = bits;
    }
  }
  return moves;
}
