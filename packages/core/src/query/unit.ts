/** Writes the unit vector along (x, y, z), of any length but 0, in f64: squares in f32 would be 0 or infinite. */
export function unitInto(out: Float32Array | Float64Array, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
