/** SIMD part of src/steering/avoiding.ts: tests four agents at a time for obstacles that they must avoid. */
import {
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
} from './columns';
import { actingIn, squaredLength } from './lanes';

/**
 * Finds the box around the agents in places [begin, end) that act in a role, and how fast they are. Writes seven f32
 * numbers at `to`: the lowest x, y and z (m), the highest x, y and z (m), and the largest squared speed (m^2/s^2). The
 * last group of four may reach beyond `end`, which makes the box larger, but never too small. Without such agents, the
 * lowest x is Infinity.
 */
export function surround(table: usize, begin: i32, end: i32, role: i32, to: usize): void {
  const far = f32x4.splat(Infinity);
  const back = f32x4.splat(-Infinity);
  let lowX = far;
  let lowY = far;
  let lowZ = far;
  let highX = back;
  let highY = back;
  let highZ = back;
  let fastest = f32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const who = actingIn(table, i, role);
    const x = v128.load(load<usize>(table + FRONT_POSITION_X) + at);
    const y = v128.load(load<usize>(table + FRONT_POSITION_Y) + at);
    const z = v128.load(load<usize>(table + FRONT_POSITION_Z) + at);
    const vx = v128.load(load<usize>(table + FRONT_VELOCITY_X) + at);
    const vy = v128.load(load<usize>(table + FRONT_VELOCITY_Y) + at);
    const vz = v128.load(load<usize>(table + FRONT_VELOCITY_Z) + at);
    lowX = f32x4.min(lowX, v128.bitselect(x, far, who));
    lowY = f32x4.min(lowY, v128.bitselect(y, far, who));
    lowZ = f32x4.min(lowZ, v128.bitselect(z, far, who));
    highX = f32x4.max(highX, v128.bitselect(x, back, who));
    highY = f32x4.max(highY, v128.bitselect(y, back, who));
    highZ = f32x4.max(highZ, v128.bitselect(z, back, who));
    fastest = f32x4.max(fastest, v128.and(squaredLength(vx, vy, vz), who));
  }
  store<f32>(to, least(lowX), 0);
  store<f32>(to, least(lowY), 4);
  store<f32>(to, least(lowZ), 8);
  store<f32>(to, most(highX), 12);
  store<f32>(to, most(highY), 16);
  store<f32>(to, most(highZ), 20);
  store<f32>(to, most(fastest), 24);
}

function least(v: v128): f32 {
  const two = f32x4.min(
    v,
    i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  );
  return min<f32>(f32x4.extract_lane(two, 0), f32x4.extract_lane(two, 1));
}

function most(v: v128): f32 {
  const two = f32x4.max(
    v,
    i8x16.shuffle(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  );
  return max<f32>(f32x4.extract_lane(two, 0), f32x4.extract_lane(two, 1));
}

/**
 * From place `begin` on, finds the next group of four agents that must look at obstacles. At least one agent of the
 * group is inside an obstacle, or may touch an obstacle within `lookAhead` (s). Returns the place of the group's first
 * agent, or `end` if there is no such group. `records` is the address of `count` obstacle records, see
 * src/simd/obstacle-records.ts. `clearance` (m) is added to the radius of spheres.
 */
export function nextToAvoid(
  table: usize,
  records: usize,
  count: i32,
  begin: i32,
  end: i32,
  role: i32,
  clearance: f32,
  lookAhead: f32,
): i32 {
  const recordsEnd = records + ((<usize>count) << 5);
  const zero = f32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const living = actingIn(table, i, role);
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
    const look = f32x4.splat(lookAhead);
    const endX = f32x4.add(x, f32x4.mul(vx, look));
    const endY = f32x4.add(y, f32x4.mul(vy, look));
    const endZ = f32x4.add(z, f32x4.mul(vz, look));
    let some = i32x4.splat(0);
    for (let record = records; record < recordsEnd; record += 32) {
      if (load<f32>(record) != SPHERE) {
        const near = v128.or(mayTouch(record, x, y, z), mayTouch(record, endX, endY, endZ));
        const met = load<f32>(record) == BOX ? crosses(record, x, y, z, endX, endY, endZ) : near;
        some = v128.or(some, v128.and(living, met));
        continue;
      }
      const cx = f32x4.sub(v128.load_splat<f32>(record, 4), x);
      const cy = f32x4.sub(v128.load_splat<f32>(record, 8), y);
      const cz = f32x4.sub(v128.load_splat<f32>(record, 12), z);
      const radius = f32x4.splat(load<f32>(record, 28) + clearance);
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

/** The forms of obstacle records, see src/simd/obstacle-records.ts. */
export const SPHERE: f32 = 0;
export const BOX: f32 = 1;
const PLANE: f32 = 2;
const HOLLOW: f32 = 3;
const ROOM: f32 = 4;

/**
 * Each lane has a segment from (`x`, `y`, `z`) to (`endX`, `endY`, `endZ`). Returns the lanes whose segments may cross
 * a box.
 */
function crosses(
  record: usize,
  x: v128,
  y: v128,
  z: v128,
  endX: v128,
  endY: v128,
  endZ: v128,
): v128 {
  const apart = v128.or(
    v128.or(misses(record, x, endX), misses(record + 4, y, endY)),
    misses(record + 8, z, endZ),
  );
  return v128.not(apart);
}

/**
 * Compares segments with a box along one axis. Returns the lanes whose segment misses the box because both ends of the
 * segment are on the same side. `record` is the address of the obstacle's record, plus 0, 4 or 8 bytes for the axis.
 */
function misses(record: usize, from: v128, to: v128): v128 {
  const center = v128.load_splat<f32>(record, 4);
  const half = v128.load_splat<f32>(record, 16);
  const low = f32x4.sub(center, half);
  const high = f32x4.add(center, half);
  return v128.or(
    v128.and(f32x4.lt(from, low), f32x4.lt(to, low)),
    v128.and(f32x4.gt(from, high), f32x4.gt(to, high)),
  );
}

/**
 * Returns the lanes whose points may lie where the obstacle allows no agent. The obstacle must not be a sphere. The
 * test may select too many lanes, but never misses one.
 */
export function mayTouch(record: usize, x: v128, y: v128, z: v128): v128 {
  const form = load<f32>(record);
  const px = f32x4.sub(x, v128.load_splat<f32>(record, 4));
  const py = f32x4.sub(y, v128.load_splat<f32>(record, 8));
  const pz = f32x4.sub(z, v128.load_splat<f32>(record, 12));
  const ex = v128.load_splat<f32>(record, 16);
  const ey = v128.load_splat<f32>(record, 20);
  const ez = v128.load_splat<f32>(record, 24);
  const radius = v128.load_splat<f32>(record, 28);
  if (form == PLANE) {
    const height = f32x4.add(f32x4.add(f32x4.mul(px, ex), f32x4.mul(py, ey)), f32x4.mul(pz, ez));
    return v128.not(f32x4.gt(height, radius));
  }
  if (form == HOLLOW) {
    return v128.not(f32x4.lt(squaredLength(px, py, pz), f32x4.mul(radius, radius)));
  }
  const within = v128.and(
    v128.and(f32x4.lt(f32x4.abs(px), ex), f32x4.lt(f32x4.abs(py), ey)),
    f32x4.lt(f32x4.abs(pz), ez),
  );
  if (form == ROOM) return v128.not(within);
  // Not "<", so that a NaN goes where the TypeScript kernel takes it.
  if (form == BOX) {
    const beyond = v128.or(
      v128.or(f32x4.gt(f32x4.abs(px), ex), f32x4.gt(f32x4.abs(py), ey)),
      f32x4.gt(f32x4.abs(pz), ez),
    );
    return v128.not(beyond);
  }
  return i32x4.splat(-1);
}
