const fround = Math.fround;
const sqrt = Math.sqrt;

/** The dot product of two vectors, rounded to f32 at each operation. */
export function dot(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): number {
  return fround(fround(fround(ax * bx) + fround(ay * by)) + fround(az * bz));
}

/** The length of a vector, rounded to f32 at each operation. */
export function length(x: number, y: number, z: number): number {
  return fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
}
