import { addHalfSpace, type HalfSpaces } from './half-spaces.ts';

const sqrt = Math.sqrt;

/**
 * Square of the sine of a small angle between a relative velocity and the axis of a cone. Within this angle, the
 * velocity counts as equally near to all sides of the cone.
 */
const ON_AXIS = 1e-18;

/**
 * Appends the half space of the velocities with which an agent does its share of avoiding one neighbor. This function
 * is addNeighborLine in three dimensions.
 *
 * The forbidden relative velocities form a cone, cut off by a sphere. The cone is filled by spheres. For each t of at
 * least `inverseHorizon`, there is a sphere with the center t * (x, y, z) and the radius t * `radius`. If the bodies
 * overlap, only the sphere with t = `inverseDt` counts. The border of the half space is parallel to a plane that
 * touches this shape at the point nearest to the relative velocity u. One sphere touches this plane at the same point.
 * The normal of the plane has the direction from the center of this sphere to u.
 *
 * source: van den Berg et al. 2011, Reciprocal n-Body Collision Avoidance, section 4.1. The formula for the cone is
 * from RVO2-3D
 */
export function addNeighborPlane(
  planes: HalfSpaces,
  x: number,
  y: number,
  z: number,
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  radius: number,
  share: number,
  slack: number,
  inverseHorizon: number,
  inverseDt: number,
): void {
  const squared = x * x + y * y + z * z;
  const apart = squared - radius * radius;
  const rate = apart > 0 ? inverseHorizon : inverseDt;
  let wx = ux - x * rate;
  let wy = uy - y * rate;
  let wz = uz - z * rate;
  const along = wx * x + wy * y + wz * z;
  let length = wx * wx + wy * wy + wz * wz;
  let reach = radius * rate;
  if (apart > 0 && !(along < 0 && along * along > radius * radius * length)) {
    const cx = y * uz - z * uy;
    const cy = z * ux - x * uz;
    const cz = x * uy - y * ux;
    const across = cx * cx + cy * cy + cz * cz;
    const speed = ux * ux + uy * uy + uz * uz;
    if (across <= ON_AXIS * squared * speed) {
      addAxial(planes, x, y, z, ux, uy, uz, vx, vy, vz, radius, share, slack, apart, squared);
      return;
    }
    const t = (x * ux + y * uy + z * uz + radius * sqrt(across / apart)) / squared;
    wx = ux - x * t;
    wy = uy - y * t;
    wz = uz - z * t;
    length = wx * wx + wy * wy + wz * wz;
    reach = radius * t;
  }
  const distance = sqrt(length);
  const inverse = distance > 0 ? 1 / distance : -1 / sqrt(squared);
  const nx = (distance > 0 ? wx : x) * inverse;
  const ny = (distance > 0 ? wy : y) * inverse;
  const nz = (distance > 0 ? wz : z) * inverse;
  const change = reach - distance;
  const bound = nx * vx + ny * vy + nz * vz + (change > 0 ? share : slack) * change;
  addHalfSpace(planes, nx, ny, nz, bound);
}

/**
 * Handles agents that meet head on, or are at rest relative to each other. For such agents, all sides of the cone of
 * forbidden relative velocities are equally near. The side is chosen with the coordinate axis that makes the largest
 * angle with the offset to the neighbor. The agent goes in the direction that is perpendicular to both the axis and the
 * offset. The neighbor sees the opposite offset, so it goes the opposite way.
 */
function addAxial(
  planes: HalfSpaces,
  x: number,
  y: number,
  z: number,
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  radius: number,
  share: number,
  slack: number,
  apart: number,
  squared: number,
): void {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  let sx = -y;
  let sy = x;
  let sz = 0;
  if (ax < ay && ax < az) {
    sx = 0;
    sy = -z;
    sz = y;
  } else if (ay < az) {
    sx = z;
    sy = 0;
    sz = -x;
  }
  const side = sqrt(apart) / (sqrt(sx * sx + sy * sy + sz * sz) * sqrt(squared));
  const back = radius / squared;
  const nx = sx * side - x * back;
  const ny = sy * side - y * back;
  const nz = sz * side - z * back;
  const change = -(nx * ux + ny * uy + nz * uz);
  addHalfSpace(
    planes,
    nx,
    ny,
    nz,
    nx * vx + ny * vy + nz * vz + (change > 0 ? share : slack) * change,
  );
}
