/**
 * Writes the unit vector along (x, y, z), which may have any length but 0. Computes in f64, because squares in f32
 * could be 0 or infinite.
 */
export function unitInto(out: Float32Array | Float64Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
