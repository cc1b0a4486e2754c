import type { Grid } from '../world/grid-plan.ts';

const fround = Math.fround;

/**
 * The number of the cell column that a coordinate falls in, before it is wrapped or clamped to the
 * grid. Never falls as the coordinate grows, in f32 too: the neighbor search rests on that.
 */
export function cellAlong(coordinate: number, min: number, inverse: number): number {
  return Math.floor(fround(fround(coordinate - min) * inverse));
}

/** Clamps a cell column to those of the grid; the first and the last hold everything beyond. */
export function clampCell(cell: number, first: number, last: number): number {
  return cell >= first ? (cell <= last ? cell : last) : first;
}

/** Where the cell (x, y, z) stands in the table; x varies fastest. */
export function placeOfCell({ stride, mask }: Grid, x: number, y: number, z: number): number {
  return (x + Math.imul(stride[0], y) + Math.imul(stride[1], z)) & mask;
}

/** The place in the table of the cell of a point. */
export function cellOf(grid: Grid, x: number, y: number, z: number): number {
  const { min, inverse, first, last } = grid;
  return placeOfCell(
    grid,
    clampCell(cellAlong(x, min[0], inverse[0]), first[0], last[0]),
    clampCell(cellAlong(y, min[1], inverse[1]), first[1], last[1]),
    clampCell(cellAlong(z, min[2], inverse[2]), first[2], last[2]),
  );
}
