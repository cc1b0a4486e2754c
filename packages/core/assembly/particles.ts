/** SIMD twin of flyParticles in src/phases/particles.ts: four births at a time. */
import {
  BORN_KEY,
  BORN_KIND,
  BORN_POSITION_X,
  BORN_POSITION_Y,
  BORN_POSITION_Z,
  BORN_VELOCITY_X,
  BORN_VELOCITY_Y,
  BORN_VELOCITY_Z,
  PARTICLE,
  PARTICLE_KIND,
} from './columns';
import { gather } from './lanes';

/** The byte offset of each number in a row of factors. A row has 32 bytes. */
const FLOWN: usize = 0;
const FALLEN: usize = 4;
const DRIFT: usize = 8;
const TURNED: usize = 12;
const RADIUS: usize = 16;

/**
 * Computes the particles of births, and writes the particles to the rows [begin, end). In the ring of births, the first
 * birth is at the place `from`. Reads up to three births past the last one. Writes no row outside [begin, end), because
 * the other rows belong to other workers.
 */
export function fly(
  table: usize,
  factors: usize,
  from: i32,
  begin: i32,
  end: i32,
  dimensions: i32,
): void {
  const px: usize = load<usize>(table + BORN_POSITION_X);
  const py: usize = load<usize>(table + BORN_POSITION_Y);
  const pz: usize = load<usize>(table + BORN_POSITION_Z);
  const vx: usize = load<usize>(table + BORN_VELOCITY_X);
  const vy: usize = load<usize>(table + BORN_VELOCITY_Y);
  const vz: usize = load<usize>(table + BORN_VELOCITY_Z);
  const keys: usize = load<usize>(table + BORN_KEY);
  const kinds: usize = load<usize>(table + BORN_KIND);
  const toKinds: usize = load<usize>(table + PARTICLE_KIND);
  const depth = f32x4.splat(dimensions == 3 ? 1 : 0);
  let to: usize = load<usize>(table + PARTICLE) + ((<usize>begin) << 4);
  for (let n = begin; n < end; n += 4) {
    const i: usize = <usize>(from + n - begin);
    const at = i << 2;
    const rest = end - n;
    const four = load<u32>(kinds + i);
    const row0 = factors + ((four & 0xff) << 5);
    let flown: v128;
    let fallen: v128;
    let drift: v128;
    let turned: v128;
    let radius: v128;
    if (four == (four & 0xff) * 0x01010101) {
      flown = v128.load32_splat(row0 + FLOWN);
      fallen = v128.load32_splat(row0 + FALLEN);
      drift = v128.load32_splat(row0 + DRIFT);
      turned = v128.load32_splat(row0 + TURNED);
      radius = v128.load32_splat(row0 + RADIUS);
    } else {
      // Past the end a kind is any byte: its row is that of the first.
      const row1 = rest > 1 ? factors + (((four >> 8) & 0xff) << 5) : row0;
      const row2 = rest > 2 ? factors + (((four >> 16) & 0xff) << 5) : row0;
      const row3 = rest > 3 ? factors + ((four >> 24) << 5) : row0;
      flown = gather(row0 + FLOWN, row1 + FLOWN, row2 + FLOWN, row3 + FLOWN);
      fallen = gather(row0 + FALLEN, row1 + FALLEN, row2 + FALLEN, row3 + FALLEN);
      drift = gather(row0 + DRIFT, row1 + DRIFT, row2 + DRIFT, row3 + DRIFT);
      turned = gather(row0 + TURNED, row1 + TURNED, row2 + TURNED, row3 + TURNED);
      radius = gather(row0 + RADIUS, row1 + RADIUS, row2 + RADIUS, row3 + RADIUS);
    }
    const key = v128.load(keys + at);
    const dx = drifted(key, 0x9e3779b1, drift, turned);
    const dy = drifted(key, 0x85ebca77, drift, turned);
    const dz = drifted(key, 0xc2b2ae3d, drift, turned);
    const x = f32x4.add(flownTo(px + at, vx + at, flown), dx);
    const y = f32x4.add(f32x4.sub(flownTo(py + at, vy + at, flown), fallen), dy);
    const z = f32x4.add(flownTo(pz + at, vz + at, flown), f32x4.mul(dz, depth));
    // Four columns to four records.
    const xyLow = i32x4.shuffle(x, y, 0, 4, 1, 5);
    const xyHigh = i32x4.shuffle(x, y, 2, 6, 3, 7);
    const zrLow = i32x4.shuffle(z, radius, 0, 4, 1, 5);
    const zrHigh = i32x4.shuffle(z, radius, 2, 6, 3, 7);
    v128.store(to, i64x2.shuffle(xyLow, zrLow, 0, 2));
    if (rest >= 4) {
      v128.store(to, i64x2.shuffle(xyLow, zrLow, 1, 3), 16);
      v128.store(to, i64x2.shuffle(xyHigh, zrHigh, 0, 2), 32);
      v128.store(to, i64x2.shuffle(xyHigh, zrHigh, 1, 3), 48);
      store<u32>(toKinds + n, four);
    } else {
      if (rest > 1) v128.store(to, i64x2.shuffle(xyLow, zrLow, 1, 3), 16);
      if (rest > 2) v128.store(to, i64x2.shuffle(xyHigh, zrHigh, 0, 2), 32);
      for (let k = 0; k < rest; k++) store<u8>(toKinds + n + k, <u8>(four >> (8 * k)));
    }
    to += 64;
  }
}

/** p0 + v0 F. */
function flownTo(position: usize, velocity: usize, flown: v128): v128 {
  return f32x4.add(v128.load(position), f32x4.mul(v128.load(velocity), flown));
}

/**
 * One component of the drift of four particles. Each key is mixed into two signed 16-bit numbers. The result is the
 * first number times `drift`, plus the second number times `turned`.
 */
function drifted(key: v128, multiplier: i32, drift: v128, turned: v128): v128 {
  const product = i32x4.mul(key, i32x4.splat(multiplier));
  const half = v128.xor(product, i32x4.shr_u(product, 15));
  const mixed = i32x4.mul(half, i32x4.splat(0x27d4eb2f));
  const bits = v128.xor(mixed, i32x4.shr_u(mixed, 15));
  const first = f32x4.convert_i32x4_s(i32x4.shr_s(bits, 16));
  const second = f32x4.convert_i32x4_s(i32x4.shr_s(i32x4.shl(bits, 16), 16));
  return f32x4.add(f32x4.mul(drift, first), f32x4.mul(turned, second));
}
