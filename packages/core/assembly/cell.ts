/** WebAssembly twin of src/grid/cell.ts. */
import { GRID_MASK, GRID_STRIDE_Y, GRID_STRIDE_Z } from './columns';

/** An upper limit for the cell indices of every grid. */
const FAR: f32 = 1073741824;

/**
 * The index of the cell that contains a coordinate along one axis. Clamps before it converts, because a coordinate far
 * outside the grid would not fit in an i32.
 */
export function cellAlong(coordinate: f32, min: f32, inverse: f32): i32 {
  const cell = floor<f32>((coordinate - min) * inverse);
  return cell > FAR ? <i32>FAR : cell < -FAR ? -(<i32>FAR) : <i32>cell;
}

export function clampCell(cell: i32, first: i32, last: i32): i32 {
  return cell < first ? first : cell > last ? last : cell;
}

/** The place of the cell (x, y, z) in the cell table of the grid at `grid`. */
export function placeOfCell(grid: usize, x: i32, y: i32, z: i32): i32 {
  const place = x + load<i32>(grid + GRID_STRIDE_Y) * y + load<i32>(grid + GRID_STRIDE_Z) * z;
  return place & load<i32>(grid + GRID_MASK);
}

/**
 * Clamps a cell index. Without a torus, the result lies in the grid. On a torus, the result may also lie beyond either
 * end of the grid, by at most the length of the grid.
 */
export function reachable(cell: i32, first: i32, last: i32, edge: f32): i32 {
  if (edge == 0) return clampCell(cell, first, last);
  return clampCell(cell, -last - 1, 2 * last + 1);
}

/**
 * The number of turns around the torus by which a cell index is outside of the grid: -1, 0 or 1. Always 0 without a
 * torus.
 */
export function turnOf(cell: i32, last: i32, edge: f32): i32 {
  return edge == 0 ? 0 : cell < 0 ? -1 : cell <= last ? 0 : 1;
}
