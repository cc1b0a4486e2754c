import { dot, length } from '../math/vector.ts';
import type { Body, ShapeGeometry } from './geometry.ts';
import { ahead, nothing, outward, type Sight } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/**
 * A capsule: all points within a radius of a segment. A course meets either the side of the capsule between the ends of
 * the segment, or the ball around one of the ends.
 */
export const capsule: ShapeGeometry = {
  bounded: true,

  look(sight, body, px, py, pz, nx, ny, nz, clearance) {
    const radius = fround(body.radius + clearance);
    const [ax, ay, az, half] = axisOf(body);
    const height = clamp(dot(px, py, pz, ax, ay, az), half);
    const qx = fround(px - fround(ax * height));
    const qy = fround(py - fround(ay * height));
    const qz = fround(pz - fround(az * height));
    if (dot(qx, qy, qz, qx, qy, qz) < fround(radius * radius)) {
      outward(sight, qx, qy, qz);
      return;
    }
    let distance = meetSide(px, py, pz, nx, ny, nz, ax, ay, az, half, radius, -1);
    for (let end = -1; end <= 1; end += 2) {
      const at = fround(end * half);
      const ball = meetBall(
        fround(px - fround(ax * at)),
        fround(py - fround(ay * at)),
        fround(pz - fround(az * at)),
        nx,
        ny,
        nz,
        radius,
        -1,
      );
      if (ball >= 0 && !(distance >= 0 && distance <= ball)) distance = ball;
    }
    seeAt(sight, distance, 1, px, py, pz, nx, ny, nz, ax, ay, az, half);
  },

  lookInside(sight, body, px, py, pz, nx, ny, nz, clearance) {
    const radius = Math.max(0, fround(body.radius - clearance));
    const [ax, ay, az, half] = axisOf(body);
    const height = clamp(dot(px, py, pz, ax, ay, az), half);
    const qx = fround(px - fround(ax * height));
    const qy = fround(py - fround(ay * height));
    const qz = fround(pz - fround(az * height));
    if (dot(qx, qy, qz, qx, qy, qz) > fround(radius * radius)) {
      outward(sight, -qx, -qy, -qz);
      return;
    }
    // A course leaves a convex solid once: where it leaves the last of its parts.
    let distance = meetSide(px, py, pz, nx, ny, nz, ax, ay, az, half, radius, 1);
    for (let end = -1; end <= 1; end += 2) {
      const at = fround(end * half);
      const ball = meetBall(
        fround(px - fround(ax * at)),
        fround(py - fround(ay * at)),
        fround(pz - fround(az * at)),
        nx,
        ny,
        nz,
        radius,
        1,
      );
      if (ball >= 0 && !(distance >= ball)) distance = ball;
    }
    seeAt(sight, distance, -1, px, py, pz, nx, ny, nz, ax, ay, az, half);
  },

  nearest(out, { ex, ey, ez, radius }, x, y, z) {
    const squared = ex * ex + ey * ey + ez * ez;
    let share = squared > 0 ? (x * ex + y * ey + z * ez) / squared : 0;
    if (share > 1) share = 1;
    if (share < -1) share = -1;
    const dx = x - ex * share;
    const dy = y - ey * share;
    const dz = z - ez * share;
    const away = sqrt(dx * dx + dy * dy + dz * dz);
    out.distance = away - radius;
    if (away > 0) {
      out.nx = dx / away;
      out.ny = dy / away;
      out.nz = dz / away;
    } else acrossInto(out, ex, ey, ez);
    out.x = ex * share + out.nx * radius;
    out.y = ey * share + out.ny * radius;
    out.z = ez * share + out.nz * radius;
  },

  reach: ({ ex, ey, ez, radius }, x, y, z) => Math.abs(ex * x + ey * y + ez * z) + radius,
};

const axis: [number, number, number, number] = [0, 0, 0, 0];

/** The unit vector along the axis, and half the length of the axis. The vector is 0 if the axis has no length. */
function axisOf({ ex, ey, ez }: Body): readonly [number, number, number, number] {
  const half = length(ex, ey, ez);
  const scale = half > 0 ? fround(1 / half) : 0;
  axis[0] = fround(ex * scale);
  axis[1] = fround(ey * scale);
  axis[2] = fround(ez * scale);
  axis[3] = half;
  return axis;
}

function clamp(value: number, half: number): number {
  return value > half ? half : value < -half ? -half : value;
}

/**
 * Returns the distance (m) along a course to a point on the round surface of a cylinder. With `side` -1, the course
 * enters the cylinder there. With `side` 1, the course leaves the cylinder there. The cylinder is the part of a capsule
 * between its ends. If there is no such point, returns -1.
 */
function meetSide(
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  ax: number,
  ay: number,
  az: number,
  half: number,
  radius: number,
  side: number,
): number {
  const height = dot(px, py, pz, ax, ay, az);
  const climb = dot(nx, ny, nz, ax, ay, az);
  const qx = fround(px - fround(ax * height));
  const qy = fround(py - fround(ay * height));
  const qz = fround(pz - fround(az * height));
  const mx = fround(nx - fround(ax * climb));
  const my = fround(ny - fround(ay * climb));
  const mz = fround(nz - fround(az * climb));
  const a = dot(mx, my, mz, mx, my, mz);
  if (!(a > 0)) return -1;
  const b = dot(qx, qy, qz, mx, my, mz);
  const c = fround(dot(qx, qy, qz, qx, qy, qz) - fround(radius * radius));
  const root = fround(fround(b * b) - fround(a * c));
  if (!(root >= 0)) return -1;
  const distance = fround(fround(fround(side * fround(sqrt(root))) - b) / a);
  const at = fround(height + fround(climb * distance));
  return distance >= 0 && Math.abs(at) <= half ? distance : -1;
}

/**
 * The distance (m) along a course at which the course enters (side -1) or leaves (side 1) a ball around the origin; -1
 * if there is no such point.
 */
function meetBall(
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  radius: number,
  side: number,
): number {
  const along = dot(px, py, pz, nx, ny, nz);
  const beside = fround(dot(px, py, pz, px, py, pz) - fround(radius * radius));
  const depth = fround(fround(along * along) - beside);
  if (!(depth >= 0)) return -1;
  const distance = fround(fround(side * fround(sqrt(depth))) - along);
  return distance >= 0 ? distance : -1;
}

/** Writes to `sight` what is seen at a distance (m) along the course. If the distance is negative, nothing is seen. */
function seeAt(
  sight: Sight,
  distance: number,
  sign: number,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  ax: number,
  ay: number,
  az: number,
  half: number,
): void {
  if (!(distance >= 0) || dot(nx, ny, nz, nx, ny, nz) === 0) {
    nothing(sight);
    return;
  }
  const x = fround(px + fround(nx * distance));
  const y = fround(py + fround(ny * distance));
  const z = fround(pz + fround(nz * distance));
  const height = clamp(dot(x, y, z, ax, ay, az), half);
  const qx = fround(x - fround(ax * height));
  const qy = fround(y - fround(ay * height));
  const qz = fround(z - fround(az * height));
  const long = length(qx, qy, qz);
  const scale = long > 0 ? fround(sign / long) : 0;
  ahead(sight, distance, nx, ny, nz, fround(qx * scale), fround(qy * scale), fround(qz * scale));
}

/**
 * Writes a unit vector that is perpendicular to the axis (x, y, z) and has z = 0. It serves as the normal at points
 * exactly on the axis, where all normals are equally good.
 */
function acrossInto(
  out: { nx: number; ny: number; nz: number },
  x: number,
  y: number,
  z: number,
): void {
  const flat = sqrt(x * x + y * y);
  out.nx = flat > 0 ? -y / flat : 1;
  out.ny = flat > 0 ? x / flat : 0;
  out.nz = z * 0;
}
