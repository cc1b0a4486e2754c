/**
 * Writes the unit vector along (x, y, z) to `out`. The vector may have any length except 0. Computes in f64, because
 * the square of a component could be 0 or infinite in f32.
 */
export function unitInto(out: Float32Array | Float64Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
