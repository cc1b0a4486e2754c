import { length } from '../../math/vector.ts';
import type { SharedWorld } from '../../world/world.ts';

const fround = Math.fround;

/**
 * Steers the agent at place `i` toward a velocity (m/s): adds weight (kg/s) x (desired velocity -
 * velocity) to its force (N).
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters, seek
 */
export function steerToVelocity(
  world: SharedWorld,
  i: number,
  weight: number,
  x: number,
  y: number,
  z: number,
): void {
  const { velocity } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  fx[i] = fround(fx[i] + fround(weight * fround(x - velocity.x[i])));
  fy[i] = fround(fy[i] + fround(weight * fround(y - velocity.y[i])));
  fz[i] = fround(fz[i] + fround(weight * fround(z - velocity.z[i])));
}

/**
 * By how much the way to a point is multiplied to give the velocity that arrives there: `speed` (m/s)
 * along it, falling in proportion to the distance inside `braking` (m). 0 on the point itself.
 */
export function approach(distance: number, speed: number, braking: number): number {
  if (!(distance > 0)) return 0;
  return fround(speed / (distance < braking ? braking : distance));
}

/**
 * Steers the agent at place `i` to a place at (x, y, z) (m) from it that moves at (vx, vy, vz) (m/s):
 * arrives in the frame of the place, so that it stands still in it and does not lag behind. The
 * desired velocity is no faster than `speed` (m/s).
 */
export function steerToMoving(
  world: SharedWorld,
  i: number,
  weight: number,
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  speed: number,
  braking: number,
): void {
  const scale = approach(length(x, y, z), speed, braking);
  let wantedX = fround(vx + fround(x * scale));
  let wantedY = fround(vy + fround(y * scale));
  let wantedZ = fround(vz + fround(z * scale));
  const wanted = length(wantedX, wantedY, wantedZ);
  if (wanted > speed) {
    const limit = fround(speed / wanted);
    wantedX = fround(wantedX * limit);
    wantedY = fround(wantedY * limit);
    wantedZ = fround(wantedZ * limit);
  }
  steerToVelocity(world, i, weight, wantedX, wantedY, wantedZ);
}
