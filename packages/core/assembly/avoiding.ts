/** SIMD help for src/steering/avoiding.ts: finds who has an obstacle to avoid, four at a time. */
import {
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  OBSTACLE_CENTER_X,
  OBSTACLE_CENTER_Y,
  OBSTACLE_CENTER_Z,
  OBSTACLE_RADIUS,
} from './columns';
import { livingOf, squaredLength } from './lanes';

/**
 * The first of four agents, from `begin` on, of which one is inside of a sphere or would touch one
 * within `lookAhead` (s); `end` when there are none. `room` (m) is added to the spheres.
 */
export function nextToAvoid(
  table: usize,
  begin: i32,
  end: i32,
  species: i32,
  obstacles: i32,
  room: f32,
  lookAhead: f32,
): i32 {
  const centerX = load<usize>(table + OBSTACLE_CENTER_X);
  const centerY = load<usize>(table + OBSTACLE_CENTER_Y);
  const centerZ = load<usize>(table + OBSTACLE_CENTER_Z);
  const radii = load<usize>(table + OBSTACLE_RADIUS);
  const zero = f32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const living = livingOf(table, i, species);
    const x = v128.load(load<usize>(table + FRONT_POSITION_X) + at);
    const y = v128.load(load<usize>(table + FRONT_POSITION_Y) + at);
    const z = v128.load(load<usize>(table + FRONT_POSITION_Z) + at);
    const vx = v128.load(load<usize>(table + FRONT_VELOCITY_X) + at);
    const vy = v128.load(load<usize>(table + FRONT_VELOCITY_Y) + at);
    const vz = v128.load(load<usize>(table + FRONT_VELOCITY_Z) + at);
    const speed = f32x4.sqrt(squaredLength(vx, vy, vz));
    const inverse = v128.and(f32x4.gt(speed, zero), f32x4.div(f32x4.splat(1), speed));
    const nx = f32x4.mul(vx, inverse);
    const ny = f32x4.mul(vy, inverse);
    const nz = f32x4.mul(vz, inverse);
    const length = f32x4.mul(speed, f32x4.splat(lookAhead));
    let some = i32x4.splat(0);
    for (let o: usize = 0; o < (<usize>obstacles) << 2; o += 4) {
      const cx = f32x4.sub(v128.load_splat<f32>(centerX + o), x);
      const cy = f32x4.sub(v128.load_splat<f32>(centerY + o), y);
      const cz = f32x4.sub(v128.load_splat<f32>(centerZ + o), z);
      const radius = f32x4.splat(load<f32>(radii + o) + room);
      const reach = f32x4.add(radius, length);
      const squared = squaredLength(cx, cy, cz);
      const near = v128.andnot(living, f32x4.gt(squared, f32x4.mul(reach, reach)));
      if (!v128.any_true(near)) continue;
      const squaredRadius = f32x4.mul(radius, radius);
      const inside = f32x4.lt(squared, squaredRadius);
      const along = f32x4.add(f32x4.add(f32x4.mul(cx, nx), f32x4.mul(cy, ny)), f32x4.mul(cz, nz));
      const lateral = squaredLength(
        f32x4.sub(f32x4.mul(along, nx), cx),
        f32x4.sub(f32x4.mul(along, ny), cy),
        f32x4.sub(f32x4.mul(along, nz), cz),
      );
      // Not ">", so that a NaN goes where the TypeScript kernel takes it.
      const past = v128.or(
        f32x4.le(along, zero),
        f32x4.le(f32x4.sub(squaredRadius, lateral), zero),
      );
      some = v128.or(some, v128.and(near, v128.or(inside, v128.not(past))));
    }
    if (v128.any_true(some)) return i;
  }
  return end;
}
