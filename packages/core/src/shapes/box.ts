import { lookAtBox, lookInBox } from './box-sight.ts';
import type { Nearest, ShapeGeometry } from './geometry.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

export const box: ShapeGeometry = {
  bounded: true,

  look(sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, clearance) {
    const hx = fround(ex + clearance);
    const hy = fround(ey + clearance);
    const hz = fround(ez + clearance);
    lookAtBox(sight, px, py, pz, nx, ny, nz, hx, hy, hz);
  },

  lookInside(sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, clearance) {
    const hx = Math.max(0, fround(ex - clearance));
    const hy = Math.max(0, fround(ey - clearance));
    const hz = Math.max(0, fround(ez - clearance));
    lookInBox(sight, px, py, pz, nx, ny, nz, hx, hy, hz);
  },

  nearest(out, { ex, ey, ez }, x, y, z) {
    const dx = beyond(x, ex);
    const dy = beyond(y, ey);
    const dz = beyond(z, ez);
    const squared = dx * dx + dy * dy + dz * dz;
    if (!(squared > 0)) {
      outOfFace(out, x, y, z, ex, ey, ez);
      return;
    }
    const distance = sqrt(squared);
    out.distance = distance;
    out.nx = dx / distance;
    out.ny = dy / distance;
    out.nz = dz / distance;
    out.x = x - dx;
    out.y = y - dy;
    out.z = z - dz;
  },

  reach: ({ ex, ey, ez }, x, y, z) => ex * Math.abs(x) + ey * Math.abs(y) + ez * Math.abs(z),
};

/** How far a coordinate is outside of [-half, half]: positive above, negative below, 0 inside. */
function beyond(at: number, half: number): number {
  return at > half ? at - half : at < -half ? at + half : 0;
}

/** For a point inside the box, finds the nearest point on the surface. The result is on the nearest face. */
function outOfFace(
  out: Nearest,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
): void {
  const depthX = ex - Math.abs(x);
  const depthY = ey - Math.abs(y);
  const depthZ = ez - Math.abs(z);
  out.nx = 0;
  out.ny = 0;
  out.nz = 0;
  out.x = x;
  out.y = y;
  out.z = z;
  if (depthX <= depthY && depthX <= depthZ) {
    out.distance = -depthX;
    out.nx = x < 0 ? -1 : 1;
    out.x = out.nx * ex;
  } else if (depthY <= depthZ) {
    out.distance = -depthY;
    out.ny = y < 0 ? -1 : 1;
    out.y = out.ny * ey;
  } else {
    out.distance = -depthZ;
    out.nz = z < 0 ? -1 : 1;
    out.z = out.nz * ez;
  }
}
