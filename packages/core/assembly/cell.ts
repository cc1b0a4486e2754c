/** Twin of src/grid/cell.ts. */

/** Clamps before converting: a coordinate far outside the grid would leave the range of i32. */
export function cellAlong(coordinate: f32, min: f32, inverse: f32): i32 {
  const cell = floor<f32>((coordinate - min) * inverse);
  if (cell > 1048577) return 1048577;
  if (cell < -1048577) return -1048577;
  return <i32>cell;
}

export function clampCell(cell: i32, count: i32): i32 {
  return cell < 0 ? 0 : cell >= count ? count - 1 : cell;
}
