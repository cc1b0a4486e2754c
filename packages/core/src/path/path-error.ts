import { SkeinError, show } from '../errors.ts';
import type { GridMap } from './map.ts';

/** Thrown if a query names a cell outside the map, or if an option is invalid. */
export class PathError extends SkeinError {}

/**
 * Checks that a cell is on the map. The error message calls the cell by the given `name`.
 *
 * @throws PathError if the map does not have the cell
 */
export function checkCell(map: GridMap, name: string, cell: number): void {
  const cells = map.cost.length;
  if (Number.isInteger(cell) && cell >= 0 && cell < cells) return;
  const expected = `a cell of 0 to ${cells - 1}`;
  throw new PathError('CELL_INVALID', `${name}: found ${show(cell)}, expected ${expected}`);
}
