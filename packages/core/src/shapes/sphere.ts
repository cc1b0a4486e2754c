import { dot } from '../math/vector.ts';
import type { ShapeGeometry } from './geometry.ts';
import { ahead, nothing, outward } from './sight.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

export const sphere: ShapeGeometry = {
  bounded: true,

  look(sight, body, px, py, pz, nx, ny, nz, clearance) {
    const radius = fround(body.radius + clearance);
    const squared = dot(px, py, pz, px, py, pz);
    const beside = fround(squared - fround(radius * radius));
    if (beside < 0) {
      outward(sight, px, py, pz);
      return;
    }
    const along = fround(-dot(px, py, pz, nx, ny, nz));
    const depth = fround(fround(along * along) - beside);
    if (!(along > 0) || !(depth > 0)) {
      nothing(sight);
      return;
    }
    const distance = fround(along - fround(sqrt(depth)));
    const scale = fround(1 / radius);
    const x = fround(fround(px + fround(nx * distance)) * scale);
    const y = fround(fround(py + fround(ny * distance)) * scale);
    const z = fround(fround(pz + fround(nz * distance)) * scale);
    ahead(sight, distance, nx, ny, nz, x, y, z);
  },

  lookInside(sight, body, px, py, pz, nx, ny, nz, clearance) {
    const radius = Math.max(0, fround(body.radius - clearance));
    const squared = dot(px, py, pz, px, py, pz);
    const rest = fround(fround(radius * radius) - squared);
    if (rest < 0) {
      outward(sight, -px, -py, -pz);
      return;
    }
    const along = dot(px, py, pz, nx, ny, nz);
    // p + n distance is on the sphere.
    const distance = fround(fround(sqrt(fround(fround(along * along) + rest))) - along);
    const scale = radius > 0 ? fround(-1 / radius) : 0;
    const x = fround(fround(px + fround(nx * distance)) * scale);
    const y = fround(fround(py + fround(ny * distance)) * scale);
    const z = fround(fround(pz + fround(nz * distance)) * scale);
    ahead(sight, distance, nx, ny, nz, x, y, z);
  },

  nearest(out, { radius }, x, y, z) {
    const length = sqrt(x * x + y * y + z * z);
    out.distance = length - radius;
    // Exactly at the center all ways out have the same length.
    out.nx = length > 0 ? x / length : 1;
    out.ny = length > 0 ? y / length : 0;
    out.nz = length > 0 ? z / length : 0;
    out.x = out.nx * radius;
    out.y = out.ny * radius;
    out.z = out.nz * radius;
  },

  reach: ({ radius }) => radius,
};
