import type { Body, ShapeGeometry } from './geometry.ts';
import { ahead, nothing, outward } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** The maximum number of corners of a polygon. */
export const MAX_CORNERS = 16;

/** The shape `polygon`: a convex polygon in two dimensions. The center of the body is the centroid of the polygon. */
export const polygon: ShapeGeometry = {
  bounded: true,

  look(sight, body, px, py, _pz, nx, ny, nz, clearance) {
    const { points, first, corners } = body;
    let distance = Number.POSITIVE_INFINITY;
    let sideX = 0;
    let sideY = 0;
    for (let k = 0; k < corners; k++) {
      const at = first + 2 * k;
      const next = first + 2 * ((k + 1) % corners);
      const dx = fround(px - points[at]);
      const dy = fround(py - points[at + 1]);
      const ex = fround(points[next] - points[at]);
      const ey = fround(points[next + 1] - points[at + 1]);
      const long = fround(sqrt(fround(fround(ex * ex) + fround(ey * ey))));
      const inverse = fround(1 / long);
      // The outward normal.
      const outX = fround(ey * inverse);
      const outY = fround(fround(-ex) * inverse);
      const height = fround(fround(fround(dx * outX) + fround(dy * outY)) - clearance);
      const closing = fround(-fround(fround(nx * outX) + fround(ny * outY)));
      if (height >= 0 && closing > 0) {
        const way = fround(height / closing);
        const x = fround(dx + fround(nx * way));
        const y = fround(dy + fround(ny * way));
        const along = fround(fround(fround(x * ex) + fround(y * ey)) * inverse);
        if (along >= 0 && along <= long && way < distance) {
          distance = way;
          sideX = outX;
          sideY = outY;
        }
      }
      // The disc that the clearance makes around the corner.
      const side = fround(fround(dx * nx) + fround(dy * ny));
      const beside = fround(
        fround(fround(dx * dx) + fround(dy * dy)) - fround(clearance * clearance),
      );
      const depth = fround(fround(side * side) - beside);
      if (!(depth > 0) || !(side < 0)) continue;
      const way = fround(fround(-side) - fround(sqrt(depth)));
      if (!(way >= 0) || way >= distance) continue;
      distance = way;
      const scale = clearance > 0 ? fround(1 / clearance) : 0;
      sideX = fround(fround(dx + fround(nx * way)) * scale);
      sideY = fround(fround(dy + fround(ny * way)) * scale);
    }
    nearestInto(near, body, px, py);
    if (near.distance < clearance) {
      outward(sight, near.x, near.y, 0);
    } else if (distance < Number.POSITIVE_INFINITY) {
      ahead(sight, distance, nx, ny, nz, sideX, sideY, 0);
    } else nothing(sight);
  },

  lookInside(sight, { points, first, corners }, px, py, _pz, nx, ny, nz, clearance) {
    let distance = Number.POSITIVE_INFINITY;
    let sideX = 0;
    let sideY = 0;
    let backX = 0;
    let backY = 0;
    for (let k = 0; k < corners; k++) {
      const at = first + 2 * k;
      const next = first + 2 * ((k + 1) % corners);
      const ex = fround(points[next] - points[at]);
      const ey = fround(points[next + 1] - points[at + 1]);
      const inverse = fround(1 / fround(sqrt(fround(fround(ex * ex) + fround(ey * ey)))));
      const inX = fround(fround(-ey) * inverse);
      const inY = fround(ex * inverse);
      const dx = fround(px - points[at]);
      const dy = fround(py - points[at + 1]);
      const height = fround(fround(fround(dx * inX) + fround(dy * inY)) - clearance);
      if (height < 0) {
        backX = fround(backX - fround(inX * height));
        backY = fround(backY - fround(inY * height));
        continue;
      }
      const closing = fround(-fround(fround(nx * inX) + fround(ny * inY)));
      if (!(closing > 0)) continue;
      const way = fround(height / closing);
      if (way >= distance) continue;
      distance = way;
      sideX = inX;
      sideY = inY;
    }
    if (backX !== 0 || backY !== 0) outward(sight, backX, backY, 0);
    else if (distance < Number.POSITIVE_INFINITY) {
      ahead(sight, distance, nx, ny, nz, sideX, sideY, 0);
    } else nothing(sight);
  },

  nearest(out, body, x, y) {
    nearestInto(near, body, x, y);
    out.distance = near.distance;
    out.nx = near.x;
    out.ny = near.y;
    out.nz = 0;
    out.x = x - near.x * near.distance;
    out.y = y - near.y * near.distance;
    out.z = 0;
  },

  reach({ points, first, corners }, x, y) {
    let reach = Number.NEGATIVE_INFINITY;
    for (let at = first; at < first + 2 * corners; at += 2) {
      reach = Math.max(reach, points[at] * x + points[at + 1] * y);
    }
    return reach;
  },
};

const near = { distance: 0, x: 0, y: 0 };

/**
 * Computes how far (x, y) is outside of the polygon (m), and the unit normal at the nearest point of the polygon, in
 * f64.
 */
function nearestInto(
  out: typeof near,
  { points, first, corners }: Body,
  x: number,
  y: number,
): void {
  let highest = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let nx = 0;
  let ny = 0;
  let cornerX = 0;
  let cornerY = 0;
  for (let k = 0; k < corners; k++) {
    const at = first + 2 * k;
    const next = first + 2 * ((k + 1) % corners);
    const ex = points[next] - points[at];
    const ey = points[next + 1] - points[at + 1];
    const dx = x - points[at];
    const dy = y - points[at + 1];
    const long = sqrt(ex * ex + ey * ey);
    const height = (dx * ey - dy * ex) / long;
    if (height > highest) {
      highest = height;
      nx = ey / long;
      ny = -ex / long;
    }
    // The nearest point of this edge.
    const share = Math.max(0, Math.min(1, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
    const offX = dx - ex * share;
    const offY = dy - ey * share;
    const squared = offX * offX + offY * offY;
    if (squared >= least) continue;
    least = squared;
    cornerX = offX;
    cornerY = offY;
  }
  const distance = sqrt(least);
  const isOutside = highest > 0 && distance > 0;
  out.distance = isOutside ? distance : highest;
  out.x = isOutside ? cornerX / distance : nx;
  out.y = isOutside ? cornerY / distance : ny;
}
