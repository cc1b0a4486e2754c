/** WebAssembly twin of src/grid/cell.ts. */
import {
  GRID_FIRST_X,
  GRID_FIRST_Y,
  GRID_FIRST_Z,
  GRID_INVERSE_X,
  GRID_INVERSE_Y,
  GRID_INVERSE_Z,
  GRID_LAST_X,
  GRID_LAST_Y,
  GRID_LAST_Z,
  GRID_MASK,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  GRID_STRIDE_Y,
  GRID_STRIDE_Z,
} from './columns';

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

/** The place, in the cell table of the layer at `grid`, of the cell that contains a point. */
export function cellIn(grid: usize, x: f32, y: f32, z: f32): i32 {
  return placeOfCell(
    grid,
    clampCell(
      cellAlong(x, load<f32>(grid + GRID_MIN_X), load<f32>(grid + GRID_INVERSE_X)),
      load<i32>(grid + GRID_FIRST_X),
      load<i32>(grid + GRID_LAST_X),
    ),
    clampCell(
      cellAlong(y, load<f32>(grid + GRID_MIN_Y), load<f32>(grid + GRID_INVERSE_Y)),
      load<i32>(grid + GRID_FIRST_Y),
      load<i32>(grid + GRID_LAST_Y),
    ),
    clampCell(
      cellAlong(z, load<f32>(grid + GRID_MIN_Z), load<f32>(grid + GRID_INVERSE_Z)),
      load<i32>(grid + GRID_FIRST_Z),
      load<i32>(grid + GRID_LAST_Z),
    ),
  );
}

/** The place of the cell (x, y, z) in the cell table of the layer at `grid`. */
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
