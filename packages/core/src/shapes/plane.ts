import { dot } from '../math/vector.ts';
import type { Look, ShapeGeometry } from './geometry.ts';
import { ahead, nothing, outward } from './sight.ts';

const fround = Math.fround;

/** Finds what an agent sees of a half space. Agents are kept on the side to which the unit normal points. */
const look: Look = (sight, { ex, ey, ez }, px, py, pz, nx, ny, nz, clearance) => {
  const height = fround(dot(px, py, pz, ex, ey, ez) - clearance);
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

/**
 * The shape `plane`. If a plane keeps agents inside, its normal is reversed. So the function `look` serves planes that
 * keep agents inside as well as planes that keep agents outside.
 */
export const plane: ShapeGeometry = {
  bounded: false,

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
};
