import type { HalfSpaces, Velocity } from './half-spaces.ts';

const sqrt = Math.sqrt;

/** Sine of the angle between two lines below which they count as parallel. */
export const PARALLEL = 1e-9;
/** By so much (m/s) a half space may be violated: rounding must not close a gap of no width. */
export const SLACK = 1e-9;

/**
 * Finds the velocity in the disc |v| <= speed and in all half planes that is nearest to (wantedX,
 * wantedY), or with `far` the one that lies farthest in the direction of that unit vector. Each half
 * plane that the best velocity so far violates has the new best on its border, so that a program in
 * one dimension gives it. Half planes are taken in the order of the list.
 *
 * @returns how many half planes hold: all, or those before the first that cannot; `best` is the best
 *   of these then
 * source: de Berg et al., Computational Geometry, 4.3, and van den Berg et al. 2011, Reciprocal n-Body
 *   Collision Avoidance, 5.3
 */
export function program2d(
  best: Velocity,
  lines: HalfSpaces,
  speed: number,
  wantedX: number,
  wantedY: number,
  far: boolean,
): number {
  const { x: nx, y: ny, bound, count } = lines;
  let scale = far ? speed : 1;
  const squared = wantedX * wantedX + wantedY * wantedY;
  if (!far && squared > speed * speed) scale = speed / sqrt(squared);
  best.x = wantedX * scale;
  best.y = wantedY * scale;
  best.z = 0;
  for (let k = 0; k < count; k++) {
    if (nx[k] * best.x + ny[k] * best.y >= bound[k]) continue;
    if (!alongLine(best, lines, k, speed, wantedX, wantedY, far)) return k;
  }
  return count;
}

/** The best velocity on the border of half plane k, within the disc and those before it. */
function alongLine(
  best: Velocity,
  lines: HalfSpaces,
  k: number,
  speed: number,
  wantedX: number,
  wantedY: number,
  far: boolean,
): boolean {
  const { x: nx, y: ny, bound } = lines;
  const x = nx[k];
  const y = ny[k];
  const offset = bound[k];
  const squared = speed * speed - offset * offset;
  if (squared < 0) return false;
  // Velocities on the border: offset x (x, y) + t x (-y, x).
  let high = sqrt(squared);
  let low = -high;
  for (let j = 0; j < k; j++) {
    const sine = ny[j] * x - nx[j] * y;
    const least = bound[j] - offset * (nx[j] * x + ny[j] * y);
    if (sine > PARALLEL) {
      const t = least / sine;
      if (t > low) low = t;
    } else if (sine < -PARALLEL) {
      const t = least / sine;
      if (t < high) high = t;
    } else if (least > SLACK) return false;
    if (low > high + SLACK) return false;
  }
  const along = wantedY * x - wantedX * y;
  let t = along;
  if (far) t = along > 0 ? high : low;
  else if (along < low) t = low;
  else if (along > high) t = high;
  best.x = offset * x - t * y;
  best.y = offset * y + t * x;
  return true;
}
