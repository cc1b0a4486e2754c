import type { HalfSpaces, Velocity } from './half-spaces.ts';
import { addHalfSpace, createHalfSpaces, createVelocity } from './half-spaces.ts';
import { PARALLEL, program2d, SLACK } from './program-2d.ts';

const sqrt = Math.sqrt;

const cut = createHalfSpaces();
const within = createVelocity();

/**
 * A linear program in three dimensions. Like program2d, it finds the best velocity, but in half spaces and in the ball
 * |v| <= speed. If the best velocity so far violates a half space, the new best velocity is on the border plane of this
 * half space. On this plane the ball is a disc, and the other half spaces are half planes.
 *
 * @returns how many half spaces are satisfied, counted as in program2d
 */
export function program3d(
  best: Velocity,
  planes: HalfSpaces,
  speed: number,
  wantedX: number,
  wantedY: number,
  wantedZ: number,
  far: boolean,
): number {
  const { x: nx, y: ny, z: nz, bound, count } = planes;
  let scale = far ? speed : 1;
  const squared = wantedX * wantedX + wantedY * wantedY + wantedZ * wantedZ;
  if (!far && squared > speed * speed) scale = speed / sqrt(squared);
  best.x = wantedX * scale;
  best.y = wantedY * scale;
  best.z = wantedZ * scale;
  for (let k = 0; k < count; k++) {
    if (nx[k] * best.x + ny[k] * best.y + nz[k] * best.z >= bound[k]) continue;
    if (!alongPlane(best, planes, k, speed, wantedX, wantedY, wantedZ, far)) return k;
  }
  return count;
}

/**
 * Finds the best velocity on the border of half space k. This velocity must be in all earlier half spaces, and not
 * exceed `speed`. Returns false if there is none.
 */
function alongPlane(
  best: Velocity,
  planes: HalfSpaces,
  k: number,
  speed: number,
  wantedX: number,
  wantedY: number,
  wantedZ: number,
  far: boolean,
): boolean {
  const { x: nx, y: ny, z: nz, bound } = planes;
  const x = nx[k];
  const y = ny[k];
  const z = nz[k];
  const offset = bound[k];
  const squared = speed * speed - offset * offset;
  if (squared < 0) return false;
  // Two axes e and f of the plane. source: Duff et al. 2017, Building an Orthonormal Basis, Revisited
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  const ex = 1 + sign * x * x * a;
  const ey = sign * b;
  const ez = -sign * x;
  const fx = b;
  const fy = sign + y * y * a;
  const fz = -y;
  cut.count = 0;
  for (let j = 0; j < k; j++) {
    const ce = nx[j] * ex + ny[j] * ey + nz[j] * ez;
    const cf = nx[j] * fx + ny[j] * fy + nz[j] * fz;
    const least = bound[j] - offset * (nx[j] * x + ny[j] * y + nz[j] * z);
    const sine = sqrt(ce * ce + cf * cf);
    if (sine > PARALLEL) addHalfSpace(cut, ce / sine, cf / sine, 0, least / sine);
    else if (least > SLACK) return false;
  }
  let we = wantedX * ex + wantedY * ey + wantedZ * ez;
  let wf = wantedX * fx + wantedY * fy + wantedZ * fz;
  if (far) {
    const length = sqrt(we * we + wf * wf);
    // If the direction is perpendicular to the plane, all its velocities are equally far, and any direction will do.
    we = length > PARALLEL ? we / length : 1;
    wf = length > PARALLEL ? wf / length : 0;
  }
  if (program2d(within, cut, sqrt(squared), we, wf, far) < cut.count) return false;
  best.x = offset * x + within.x * ex + within.y * fx;
  best.y = offset * y + within.x * ey + within.y * fy;
  best.z = offset * z + within.x * ez + within.y * fz;
  return true;
}
