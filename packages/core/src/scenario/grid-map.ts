import { costFromRows } from '../path/map.ts';
import type { Bounds, Command, MapInput } from './schema.ts';

/** The columns and rows [left, right, low, high] of a map, each included; none where right < left. */
type CellRange = [left: number, right: number, low: number, high: number];

/** Share of a cell by which its middle may lie outside of the bounds, as rounding puts it there. */
const HAIR = 1e-6;

/** The cells of a map whose middle lies inside the bounds; row 0 is at the least y. */
export function cellsInside({ rows, cellSize, origin }: MapInput, bounds: Bounds): CellRange {
  const counts = [rows[0].length, rows.length] as const;
  if (bounds.type !== 'contain') return [0, counts[0] - 1, 0, counts[1] - 1];
  const { min, max } = bounds;
  const range = ([0, 1] as const).flatMap((axis) => {
    const first = Math.ceil((min[axis] - origin[axis]) / cellSize - 0.5 - HAIR);
    const last = Math.floor((max[axis] - origin[axis]) / cellSize - 0.5 + HAIR);
    return [Math.max(0, first), Math.min(counts[axis] - 1, last)];
  });
  return range as CellRange;
}

/**
 * The costs of the cells of a map, row after row from the least y; 0 is a wall. What lies outside of
 * the bounds is wall, so that no agent that keeps out of walls leaves them.
 *
 * @throws MapError for the first row or character that is wrong, with its place in `rows`
 */
export function cellCosts(map: MapInput, bounds: Bounds): Uint8Array {
  const { rows, legend } = map;
  const given = costFromRows(rows, legend);
  const width = rows[0].length;
  const [left, right, low, high] = cellsInside(map, bounds);
  const costs = new Uint8Array(given.length);
  for (let row = low; row <= high && left <= right; row++) {
    const from = (rows.length - 1 - row) * width;
    costs.set(given.subarray(from + left, from + right + 1), row * width + left);
  }
  return costs;
}

type CellsCommand = Omit<Extract<Command, { type: 'cells' }>, 'tick'>;

/** The columns and rows [left, right, low, high] that a box touches, or what is wrong with it. */
export function cellRange(
  map: MapInput | undefined,
  bounds: Bounds,
  { min, max }: CellsCommand,
):
  | { readonly range: CellRange }
  | { readonly key: string; readonly found: string; readonly expected: string } {
  if (map === undefined) {
    return { key: 'type', found: '"cells"', expected: 'a scenario that has a map' };
  }
  const { cellSize, origin } = map;
  const within = cellsInside(map, bounds);
  const range: number[] = [];
  for (const axis of [0, 1] as const) {
    const first = Math.floor((min[axis] - origin[axis]) / cellSize);
    const last = Math.floor((max[axis] - origin[axis]) / cellSize);
    if (last < first) {
      return { key: `max[${axis}]`, found: `${max[axis]}`, expected: `at least ${min[axis]}` };
    }
    const [least, greatest] = [within[2 * axis], within[2 * axis + 1]];
    const edge = (cell: number): number => origin[axis] + cell * cellSize;
    const what = bounds.type === 'contain' ? 'the map inside the bounds' : 'the map';
    const inside = `${edge(least)} to ${edge(greatest + 1)}, ${what}`;
    if (first < least) return { key: `min[${axis}]`, found: `${min[axis]}`, expected: inside };
    if (last > greatest) {
      return { key: `max[${axis}]`, found: `${max[axis]}`, expected: `below the end of ${inside}` };
    }
    range.push(first, last);
  }
  return { range: range as CellRange };
}
