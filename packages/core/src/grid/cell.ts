import type { Grid } from '../world/grid-plan.ts';

const fround = Math.fround;

/**
 * The index of the cell that contains a coordinate along one axis. The index is not wrapped or clamped to the grid yet.
 * Despite the rounding to f32, the index never decreases as the coordinate grows. The neighbor search depends on this.
 */
export function cellAlong(coordinate: number, min: number, inverse: number): number {
  return Math.floor(fround(fround(coordinate - min) * inverse));
}

/**
 * Clamps the index of a cell along one axis to the grid. Everything beyond the grid belongs to its first or last cell.
 */
export function clampCell(cell: number, first: number, last: number): number {
  return cell >= first ? (cell <= last ? cell : last) : first;
}

/** The place of the cell (x, y, z) in the table of cells. Neighbors along x are adjacent in the table. */
export function placeOfCell({ stride, mask }: Grid, x: number, y: number, z: number): number {
  return (x + Math.imul(stride[0], y) + Math.imul(stride[1], z)) & mask;
}

/** Returns the place, in the table of cells, of the cell that contains a point. */
export function cellOf(grid: Grid, x: number, y: number, z: number): number {
  const { min, inverse, first, last } = grid;
  return placeOfCell(
    grid,
    clampCell(cellAlong(x, min[0], inverse[0]), first[0], last[0]),
    clampCell(cellAlong(y, min[1], inverse[1]), first[1], last[1]),
    clampCell(cellAlong(z, min[2], inverse[2]), first[2], last[2]),
  );
}
