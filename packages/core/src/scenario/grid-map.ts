import { charactersOf } from '../path/characters.ts';
import { costFromRows } from '../path/map.ts';
import type { Bounds } from '../schema/bounds.ts';
import type { MapInput } from './map-schema.ts';

/**
 * A range of cells of a map. It covers the columns from `left` to `right` and the rows from `low` to `high`, inclusive.
 * If `right` < `left` or `high` < `low`, it is empty.
 */
type CellRange = [left: number, right: number, low: number, high: number];

/**
 * The tolerance for rounding, as a fraction of the edge of a cell: a cell center may be this far outside the bounds.
 */
const HAIR = 1e-6;

/** The number of columns of a map, from its rows of characters. */
export function columnsOf(rows: MapInput['rows']): number {
  return charactersOf(rows[0]).length;
}

/** Returns the range of those map cells that have their center inside the bounds. Row 0 has the lowest y. */
export function cellsInside({ rows, cellSize, origin }: MapInput, bounds: Bounds): CellRange {
  const counts = [columnsOf(rows), rows.length] as const;
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
 * Returns the costs of the cells of a map, row after row from the lowest y. The cost 0 stands for a wall. Cells outside
 * the bounds become walls, so agents that stay out of walls also stay inside the bounds.
 *
 * @throws MapError for the first invalid row or character, with its position in `rows`
 */
export function cellCosts(map: MapInput, bounds: Bounds): Uint8Array {
  const { rows, legend } = map;
  const given = costFromRows(rows, legend);
  const width = columnsOf(rows);
  const [left, right, low, high] = cellsInside(map, bounds);
  const costs = new Uint8Array(given.length);
  for (let row = low; row <= high && left <= right; row++) {
    const from = (rows.length - 1 - row) * width;
    costs.set(given.subarray(from + left, from + right + 1), row * width + left);
  }
  return costs;
}

/** Returns the range of the cells that a box touches, or the problem if the box is not valid. */
export function cellRange(
  map: MapInput | undefined,
  bounds: Bounds,
  { min, max }: Readonly<Record<'min' | 'max', readonly [number, number, number]>>,
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
      return {
        key: `max[${axis}]`,
        found: `${max[axis]}`,
        expected: `below ${edge(greatest + 1)}, the end of ${what}`,
      };
    }
    range.push(first, last);
  }
  return { range: range as CellRange };
}
