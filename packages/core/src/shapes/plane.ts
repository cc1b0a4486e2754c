import * as z from 'zod/mini';
import { normalizeInto, type Vector } from '../math/direction.ts';
import { dot } from '../math/vector.ts';
import { vector } from '../schema/quantities.ts';
import { defineShape, type Look } from './define-shape.ts';
import { common } from './keys.ts';
import { ahead, nothing, outward } from './sight.ts';

const fround = Math.fround;
const { name, ...rest } = common;
const normal: Vector = new Float32Array(3);

/** A half space: agents are kept on the side of the unit normal. */
const look: Look = (sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, room) => {
  const height = fround(dot(px, py, pz, ex, ey, ez) - room);
  if (height < 0) {
    outward(sight, ex, ey, ez);
    return;
  }
  const closing = fround(-dot(nx, ny, nz, ex, ey, ez));
  if (!(closing > 0)) {
    nothing(sight);
    return;
  }
  ahead(sight, fround(height / closing), nx, ny, nz, ex, ey, ez);
};

/** A plane that keeps agents inside is one whose normal points the other way. */
export const plane = defineShape({
  schema: z
    .strictObject({ type: z.literal('plane'), name, point: vector, normal: vector, ...rest })
    .check(z.meta({ description: 'Through a point; the normal may have any length.' })),
  bounded: false,

  check({ normal }, dimensions, report) {
    if (normal.slice(0, dimensions).some((v) => v !== 0)) return;
    report('.normal', `[${normal.join(', ')}]`, 'a normal that has a length');
  },

  encode({ point, normal: [x, y, z], keep }, dimensions) {
    const sign = keep === 'inside' ? -1 : 1;
    normalizeInto(normal, sign * x, sign * y, sign * (dimensions === 2 ? 0 : z));
    return { center: point, radius: 0, extent: [normal[0], normal[1], normal[2]], points: [] };
  },

  look,
  lookInside: look,

  nearest(out, { ex, ey, ez }, x, y, z) {
    const height = x * ex + y * ey + z * ez;
    out.distance = height;
    out.nx = ex;
    out.ny = ey;
    out.nz = ez;
    out.x = x - ex * height;
    out.y = y - ey * height;
    out.z = z - ez * height;
  },

  reach: () => Number.POSITIVE_INFINITY,
});
