import { FRONT_SPECIES, FRONT_STATUS } from './columns';

/** Four bytes at `at`, one in each lane. */
export function loadBytes(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/** Lanes whose agents, from place i on, are alive and of the species. */
export function livingOf(table: usize, i: i32, species: i32): v128 {
  const status = loadBytes(load<usize>(table + FRONT_STATUS) + i);
  const kind = loadBytes(load<usize>(table + FRONT_SPECIES) + i);
  return v128.and(i32x4.eq(status, i32x4.splat(1)), i32x4.eq(kind, i32x4.splat(species)));
}

/** x^2 + y^2 + z^2, summed from the left. */
export function squaredLength(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}
