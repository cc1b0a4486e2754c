/**
 * The time (s) until a body that starts at the origin with `speed` (m/s) can meet another body. The other body is at
 * offset (x, y, z) (m) and moves at the constant velocity (vx, vy, vz) (m/s). If the offset is 0, the time is 0.
 * Otherwise, the time is the smallest t > 0 with |offset + velocity t| = speed t, or Infinity if there is no such t.
 *
 * Let a = dot(velocity, velocity) - speed^2, h = dot(offset, velocity) and c = dot(offset, offset). Then the smallest
 * positive root of a t^2 + 2 h t + c = 0 is c / (sqrt(h^2 - a c) - h). This holds whether a is positive, negative or 0.
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
