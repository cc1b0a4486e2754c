import * as z from 'zod/mini';
import { vector } from '../schema/quantities.ts';
import { lookAtBox, lookInBox } from './box-sight.ts';
import { defineShape, type Nearest } from './define-shape.ts';
import { common, turning } from './keys.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;
const { name, ...rest } = common;

/** Half of the edge (m) that a box of two dimensions has along z. */
const ENDLESS = 1e9;

export const box = defineShape({
  schema: z
    .strictObject({
      type: z.literal('box'),
      name,
      min: vector,
      max: vector,
      ...turning,
      ...rest,
    })
    .check(z.meta({ description: 'Its edges lie along the axes until it is turned.' })),
  bounded: true,

  check({ min, max }, dimensions, report) {
    for (let axis = 0; axis < dimensions; axis++) {
      if (max[axis] > min[axis]) continue;
      report(`.max[${axis}]`, String(max[axis]), `more than min[${axis}], ${min[axis]}`);
    }
  },

  encode({ min, max }, dimensions) {
    const half = max.map((value, axis) => (value - min[axis]) / 2);
    return {
      center: [(max[0] + min[0]) / 2, (max[1] + min[1]) / 2, (max[2] + min[2]) / 2],
      radius: 0,
      extent: [half[0], half[1], dimensions === 2 ? ENDLESS : half[2]],
      points: [],
    };
  },

  look(sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, room) {
    const hx = fround(ex + room);
    const hy = fround(ey + room);
    const hz = fround(ez + room);
    lookAtBox(sight, px, py, pz, nx, ny, nz, hx, hy, hz);
  },

  lookInside(sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, room) {
    const hx = Math.max(0, fround(ex - room));
    const hy = Math.max(0, fround(ey - room));
    const hz = Math.max(0, fround(ez - room));
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
});

/** How far a coordinate lies outside of -half to half. */
function beyond(at: number, half: number): number {
  return at > half ? at - half : at < -half ? at + half : 0;
}

/** From the inside: the face that is nearest. */
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
