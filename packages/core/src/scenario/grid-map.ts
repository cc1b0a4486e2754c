import { type GridMap, mapFromRows } from '../path/map.ts';
import type { Command, MapInput } from './schema.ts';

/**
 * The map of a scenario as path finding knows it, row 0 at the least y.
 *
 * @throws MapError for the first row or character that is wrong, with its place in `rows`
 */
export function gridMapOf({ rows, legend }: MapInput): GridMap {
  // As it stands first, so that an error names the row of the file.
  mapFromRows(rows, legend);
  return mapFromRows([...rows].reverse(), legend);
}

type CellsCommand = Omit<Extract<Command, { type: 'cells' }>, 'tick'>;

/** The columns and rows [left, right, low, high] that a box touches, or what is wrong with it. */
export function cellRange(
  map: MapInput | undefined,
  { min, max }: CellsCommand,
):
  | { readonly range: [number, number, number, number] }
  | { readonly key: string; readonly found: string; readonly expected: string } {
  if (map === undefined) {
    return { key: 'type', found: '"cells"', expected: 'a scenario that has a map' };
  }
  const { rows, cellSize, origin } = map;
  const counts = [rows[0].length, rows.length] as const;
  const range: number[] = [];
  for (const axis of [0, 1] as const) {
    const first = Math.floor((min[axis] - origin[axis]) / cellSize);
    const last = Math.floor((max[axis] - origin[axis]) / cellSize);
    if (last < first) {
      return { key: `max[${axis}]`, found: `${max[axis]}`, expected: `at least ${min[axis]}` };
    }
    const inside = `${origin[axis]} to ${origin[axis] + counts[axis] * cellSize}, the map`;
    if (first < 0) return { key: `min[${axis}]`, found: `${min[axis]}`, expected: inside };
    if (last >= counts[axis]) {
      return { key: `max[${axis}]`, found: `${max[axis]}`, expected: `below the end of ${inside}` };
    }
    range.push(first, last);
  }
  return { range: range as [number, number, number, number] };
}
