import type { Cells, Grid } from '../world/grid-plan.ts';

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

/** The place of the cell (x, y, z) in the table of a layer. Neighbors along x are adjacent in the table. */
export function placeOfCell({ stride, mask }: Cells, x: number, y: number, z: number): number {
  return (x + Math.imul(stride[0], y) + Math.imul(stride[1], z)) & mask;
}

/** Returns the place, in the table of a layer, of the cell that contains a point. */
export function cellIn(cells: Cells, x: number, y: number, z: number): number {
  const { min, inverse, first, last } = cells;
  return placeOfCell(
    cells,
    clampCell(cellAlong(x, min[0], inverse[0]), first[0], last[0]),
    clampCell(cellAlong(y, min[1], inverse[1]), first[1], last[1]),
    clampCell(cellAlong(z, min[2], inverse[2]), first[2], last[2]),
  );
}

/** Returns the place, in the table of the whole grid, of the cell in which an agent of a species is stored at a point. */
export function cellOf(grid: Grid, species: number, x: number, y: number, z: number): number {
  const layer = grid.layers[grid.layerOf[species]];
  return layer.start + cellIn(layer, x, y, z);
}
