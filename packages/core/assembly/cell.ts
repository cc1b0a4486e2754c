/** Twin of src/grid/cell.ts. */
import { GRID_MASK, GRID_STRIDE_Y, GRID_STRIDE_Z } from './columns';

/** The farthest cell of any grid. */
const FAR: f32 = 1073741824;

/** Clamps before converting: a coordinate far outside the grid would leave the range of i32. */
export function cellAlong(coordinate: f32, min: f32, inverse: f32): i32 {
  const cell = floor<f32>((coordinate - min) * inverse);
  return cell > FAR ? <i32>FAR : cell < -FAR ? -(<i32>FAR) : <i32>cell;
}

export function clampCell(cell: i32, first: i32, last: i32): i32 {
  return cell < first ? first : cell > last ? last : cell;
}

/** Where the cell (x, y, z) stands in the table of the grid row at `grid`. */
export function placeOfCell(grid: usize, x: i32, y: i32, z: i32): i32 {
  const place = x + load<i32>(grid + GRID_STRIDE_Y) * y + load<i32>(grid + GRID_STRIDE_Z) * z;
  return place & load<i32>(grid + GRID_MASK);
}

/** The cell clamped to the grid, or on a torus to one turn about it. */
export function reachable(cell: i32, first: i32, last: i32, edge: f32): i32 {
  if (edge == 0) return clampCell(cell, first, last);
  return clampCell(cell, -last - 1, 2 * last + 1);
}

/** How often a cell within one turn of a torus has gone round it; 0 without a torus. */
export function turnOf(cell: i32, last: i32, edge: f32): i32 {
  return edge == 0 ? 0 : cell < 0 ? -1 : cell <= last ? 0 : 1;
}
