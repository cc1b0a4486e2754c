import { SkeinError, show } from '../errors.ts';
import type { GridMap } from './map.ts';

/** A query that names a cell outside the map, or an option out of range. */
export class PathError extends SkeinError {}

/** @throws PathError for a cell that the map does not have */
export function checkCell(map: GridMap, name: string, cell: number): void {
  const cells = map.cost.length;
  if (Number.isInteger(cell) && cell >= 0 && cell < cells) return;
  const expected = `a cell of 0 to ${cells - 1}`;
  throw new PathError('CELL_INVALID', `${name}: found ${show(cell)}, expected ${expected}`);
}
