/**
 * The time (s) until something that starts here at `speed` (m/s) can meet a body at offset (x, y, z)
 * (m) that moves on at velocity (vx, vy, vz) (m/s): the smallest t > 0 of |offset + velocity t| =
 * speed t. Infinity when it cannot.
 *
 * With a = v.v - speed^2, h = offset.v and c = offset.offset the smaller positive root of
 * a t^2 + 2 h t + c = 0 is c / (sqrt(h^2 - a c) - h) for either sign of a, and for a = 0 too.
 */
export function interceptionTime(
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  speed: number,
): number {
  const a = vx * vx + vy * vy + vz * vz - speed * speed;
  const h = x * vx + y * vy + z * vz;
  const c = x * x + y * y + z * z;
  if (c === 0) return 0;
  const discriminant = h * h - a * c;
  if (!(discriminant >= 0)) return Number.POSITIVE_INFINITY;
  const divisor = Math.sqrt(discriminant) - h;
  return divisor > 0 ? c / divisor : Number.POSITIVE_INFINITY;
}

/**
 * The time (s) until two bodies touch whose centers are at offset (x, y, z) (m) from one another and
 * move apart at velocity (vx, vy, vz) (m/s): the first t >= 0 of |offset + velocity t| = `reach` (m),
 * the sum of their radii. 0 when they touch already, Infinity when they never will.
 */
export function contactTime(
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  reach: number,
): number {
  const c = x * x + y * y + z * z - reach * reach;
  if (c < 0) return 0;
  const h = x * vx + y * vy + z * vz;
  if (!(h < 0)) return Number.POSITIVE_INFINITY;
  const discriminant = h * h - (vx * vx + vy * vy + vz * vz) * c;
  if (!(discriminant > 0)) return Number.POSITIVE_INFINITY;
  return c / (Math.sqrt(discriminant) - h);
}
