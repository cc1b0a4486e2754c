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
