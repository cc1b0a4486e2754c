import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const sqrt = Math.sqrt;

/**
 * Appends a half plane of velocities. With each of these velocities, an agent does its share of avoiding one neighbor.
 *
 * Relative velocities that lead to a contact within the horizon form a cone, cut off by a disc. Let c be the smallest
 * change that takes the relative velocity to the border of this shape. The border of the half plane goes through the
 * point `v + share * c`, where v is the agent's velocity; `v + slack * c` if the relative velocity is outside. Bodies that overlap move apart within one tick.
 *
 * @param x, y offset to the neighbor (m), not 0
 * @param ux, uy velocity of the agent minus velocity of the neighbor (m/s)
 * @param vx, vy velocity of the agent (m/s)
 * @param radius sum of the two radii (m)
 * @param share, slack see `Part`
 * @param inverseHorizon 1 / the time for which contact is avoided (1/s)
 * @param inverseDt 1 / the length of a tick (1/s)
 * source: van den Berg et al. 2011, Reciprocal n-Body Collision Avoidance, sections 4.1 and 5.1
 */
export function addNeighborLine(
  lines: HalfSpaces,
  x: number,
  y: number,
  ux: number,
  uy: number,
  vx: number,
  vy: number,
  radius: number,
  share: number,
  slack: number,
  inverseHorizon: number,
  inverseDt: number,
): void {
  const squared = x * x + y * y;
  const apart = squared - radius * radius;
  const rate = apart > 0 ? inverseHorizon : inverseDt;
  const wx = ux - x * rate;
  const wy = uy - y * rate;
  const along = wx * x + wy * y;
  const length = wx * wx + wy * wy;
  let nx = 0;
  let ny = 0;
  let change = 0;
  if (apart <= 0 || (along < 0 && along * along > radius * radius * length)) {
    const distance = sqrt(length);
    // At the center of the disc all ways out have the same length, so the agent goes straight away from the neighbor.
    const inverse = distance > 0 ? 1 / distance : -1 / sqrt(squared);
    nx = (distance > 0 ? wx : x) * inverse;
    ny = (distance > 0 ? wy : y) * inverse;
    change = radius * rate - distance;
  } else {
    const leg = sqrt(apart);
    const inverse = 1 / squared;
    if (x * uy - y * ux > 0) {
      nx = -(x * radius + y * leg) * inverse;
      ny = (x * leg - y * radius) * inverse;
    } else {
      nx = (y * leg - x * radius) * inverse;
      ny = -(x * leg + y * radius) * inverse;
    }
    change = -(nx * ux + ny * uy);
  }
  addHalfSpace(lines, nx, ny, 0, nx * vx + ny * vy + (change > 0 ? share : slack) * change);
}
