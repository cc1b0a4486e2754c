import type { HalfSpaces, Velocity } from './half-spaces.ts';

const sqrt = Math.sqrt;

/** Two lines count as parallel if the sine of the angle between them is at most this number. */
export const PARALLEL = 1e-9;
/**
 * The amount (m/s) by which a velocity may violate a half space. The velocities that the half spaces allow can all lie
 * on one line. Without this tolerance, rounding could exclude all of them.
 */
export const SLACK = 1e-9;

/**
 * A linear program in two dimensions. Finds the velocity nearest to (wantedX, wantedY) that is in the disc |v| <= speed
 * and in all half planes. If `far` is set, (wantedX, wantedY) is a unit vector. The result is then the velocity that is
 * farthest in this direction.
 *
 * Half planes are handled in the order of the list. If the best velocity so far violates a half plane, the new best
 * velocity is on the border of this half plane. A program in one dimension finds the new velocity.
 *
 * @returns how many half planes are satisfied: all of them, or only those before the first that cannot be satisfied.
 * `best` is the best velocity within the satisfied half planes
 * source: de Berg et al., Computational Geometry, section 4.3. Another source is van den Berg et al. 2011, Reciprocal
 * n-Body Collision Avoidance, section 5.3
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

/**
 * Finds the best velocity on the border of half plane k, within the disc and the half planes before k. Returns false if
 * there is no such velocity.
 */
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
  // Velocities on the border are offset x (x, y) + t x (-y, x).
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
