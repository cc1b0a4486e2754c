import type { Grid } from '../world/grid-plan.ts';

const fround = Math.fround;

/**
 * The number of the cell column that a coordinate falls in, before it is wrapped or clamped to the
 * grid. Never falls as the coordinate grows, in f32 too: the neighbor search rests on that.
 */
export function cellAlong(coordinate: number, min: number, inverse: number): number {
  return Math.floor(fround(fround(coordinate - min) * inverse));
}

/** Clamps a cell column to the grid; beyond it the border cells hold everything, NaN the first. */
export function clampCell(cell: number, count: number): number {
  return cell >= 0 ? (cell < count ? cell : count - 1) : 0;
}

/** The cell of a point; x varies fastest. */
export function cellOf(grid: Grid, x: number, y: number, z: number): number {
  const cx = clampCell(cellAlong(x, grid.min[0], grid.inverse[0]), grid.counts[0]);
  const cy = clampCell(cellAlong(y, grid.min[1], grid.inverse[1]), grid.counts[1]);
  const cz = clampCell(cellAlong(z, grid.min[2], grid.inverse[2]), grid.counts[2]);
  return (cz * grid.counts[1] + cy) * grid.counts[0] + cx;
}
