export type Vector = readonly [x: number, y: number, z: number];
/** A unit quaternion, as glTF writes it: x, y, z, w. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/**
 * Returns the rotation that turns +z ahead and +y up, as near to `up` as possible. `ahead` need not have length 1;
 * returns undefined if it is 0.
 */
export function attitude(ahead: Vector, up: Vector): Quaternion | undefined {
  const z = unit(ahead);
  if (z === undefined) return undefined;
  // An agent that flies straight up has its back to any side that is not up.
  const x = unit(cross(up, z)) ?? unit(cross([up[1], up[2], up[0]], z))!;
  return quaternionOf(x, cross(z, x), z);
}

/**
 * Converts a rotation matrix with columns `x`, `y` and `z` to a quaternion. Divides by the largest component, so that no
 * precision is lost. source: Shepperd (1978), Quaternion from rotation matrix, J. Guidance and Control 1
 */
function quaternionOf(x: Vector, y: Vector, z: Vector): Quaternion {
  const trace = x[0] + y[1] + z[2];
  const squares = [x[0], y[1], z[2], trace];
  const largest = squares.indexOf(Math.max(...squares));
  const parts =
    largest === 3
      ? [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace]
      : largest === 0
        ? [1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
        : largest === 1
          ? [x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]]
          : [z[0] + x[2], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]];
  const length = Math.hypot(...parts);
  const [a, b, c, d] = parts.map((part) => part / length);
  return [a, b, c, d];
}

/** The cross product. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The vector of length 1 in the same direction; undefined if there is none. */
export function unit(vector: Vector): Vector | undefined {
  const length = Math.hypot(...vector);
  if (length < 1e-6) return undefined;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
