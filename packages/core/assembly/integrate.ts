/** SIMD twin of the part of src/phases/integrate.ts that moves agents, four at a time. */
import {
  CONTAIN,
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_SPECIES,
  FRONT_STATUS,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  GRID,
  GRID_BOUNDS,
  GRID_DIMENSIONS,
  GRID_DT,
  GRID_MAX_X,
  GRID_MIN_X,
  STAGED_POSITION_X,
  STAGED_POSITION_Y,
  STAGED_POSITION_Z,
  STAGED_STATUS,
  STAGED_VELOCITY_X,
  STAGED_VELOCITY_Y,
  STAGED_VELOCITY_Z,
  WRAP,
} from './columns';
import { loadBytes, squaredLength, wordsAt } from './lanes';

// Byte offsets of the numbers in the row of a species.
const INVERSE_MASS: usize = 0;
const DAMPING: usize = 4;
const MAX_FORCE: usize = 8;
const MAX_SPEED: usize = 12;
const MIN_SPEED: usize = 16;

/** Squared speed (m^2/s^2) up to which an agent counts as at rest, as in src/phases/integrate.ts. */
const AT_REST: f32 = 1e-30;

/**
 * Moves the agents in places [begin, end), four at a time. The last group of four may reach beyond `end`, but not into
 * another slice. Returns 1 if the new position or velocity of any agent is not finite.
 *
 * `rows` has a row of numbers for each species: 1 / mass, damping, maxForce, maxSpeed, and minSpeed.
 */
export function move(table: usize, begin: i32, end: i32, rows: usize): i32 {
  const grid: usize = load<usize>(table + GRID);
  const bounds = load<i32>(grid + GRID_BOUNDS);
  const dimensions = load<i32>(grid + GRID_DIMENSIONS);
  const dt = f32x4.splat(load<f32>(grid + GRID_DT));
  const status: usize = load<usize>(table + FRONT_STATUS);
  const kind: usize = load<usize>(table + FRONT_SPECIES);
  const px: usize = load<usize>(table + FRONT_POSITION_X);
  const py: usize = load<usize>(table + FRONT_POSITION_Y);
  const pz: usize = load<usize>(table + FRONT_POSITION_Z);
  const vx: usize = load<usize>(table + FRONT_VELOCITY_X);
  const vy: usize = load<usize>(table + FRONT_VELOCITY_Y);
  const vz: usize = load<usize>(table + FRONT_VELOCITY_Z);
  const fx: usize = load<usize>(table + FORCE_X);
  const fy: usize = load<usize>(table + FORCE_Y);
  const fz: usize = load<usize>(table + FORCE_Z);
  const toPx: usize = load<usize>(table + STAGED_POSITION_X);
  const toPy: usize = load<usize>(table + STAGED_POSITION_Y);
  const toPz: usize = load<usize>(table + STAGED_POSITION_Z);
  const toVx: usize = load<usize>(table + STAGED_VELOCITY_X);
  const toVy: usize = load<usize>(table + STAGED_VELOCITY_Y);
  const toVz: usize = load<usize>(table + STAGED_VELOCITY_Z);
  const toStatus: usize = load<usize>(table + STAGED_STATUS);
  const zero = f32x4.splat(0);
  // In the plane a z can only come from someone who writes to the views of a world. It ends here.
  const depth = i32x4.splat(dimensions == 3 ? -1 : 0);
  let finite = i32x4.splat(-1);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const living = i32x4.eq(loadBytes(status + i), i32x4.splat(1));
    // Beyond the last agent, bytes may be anything.
    const species = i32x4.shl(v128.and(loadBytes(kind + i), i32x4.splat(31)), 5);
    // Where species are mixed, each lane has numbers of its own.
    const isMixed = load<u32>(kind + i) != <u32>load<u8>(kind + i) * 0x1010101;
    const row = rows + <usize>i32x4.extract_lane(species, 0);
    const unit = isMixed
      ? wordsAt(rows + INVERSE_MASS, species)
      : v128.load_splat<f32>(row, INVERSE_MASS);
    const drag = isMixed ? wordsAt(rows + DAMPING, species) : v128.load_splat<f32>(row, DAMPING);
    const forceLimit = isMixed
      ? wordsAt(rows + MAX_FORCE, species)
      : v128.load_splat<f32>(row, MAX_FORCE);
    const fastest = isMixed
      ? wordsAt(rows + MAX_SPEED, species)
      : v128.load_splat<f32>(row, MAX_SPEED);
    const slowest = isMixed
      ? wordsAt(rows + MIN_SPEED, species)
      : v128.load_splat<f32>(row, MIN_SPEED);
    const x = v128.load(px + at);
    const y = v128.load(py + at);
    const z = v128.and(v128.load(pz + at), depth);
    const ux = v128.load(vx + at);
    const uy = v128.load(vy + at);
    const uz = v128.and(v128.load(vz + at), depth);
    const pushX = v128.load(fx + at);
    const pushY = v128.load(fy + at);
    const pushZ = v128.and(v128.load(fz + at), depth);
    const force = squaredLength(pushX, pushY, pushZ);
    const push = v128.bitselect(
      f32x4.mul(unit, f32x4.div(forceLimit, f32x4.sqrt(force))),
      unit,
      f32x4.gt(force, f32x4.mul(forceLimit, forceLimit)),
    );
    let wx = f32x4.add(ux, f32x4.mul(f32x4.sub(f32x4.mul(pushX, push), f32x4.mul(drag, ux)), dt));
    let wy = f32x4.add(uy, f32x4.mul(f32x4.sub(f32x4.mul(pushY, push), f32x4.mul(drag, uy)), dt));
    let wz = f32x4.add(uz, f32x4.mul(f32x4.sub(f32x4.mul(pushZ, push), f32x4.mul(drag, uz)), dt));
    const speed = squaredLength(wx, wy, wz);
    const tooFast = f32x4.gt(speed, f32x4.mul(fastest, fastest));
    const tooSlow = v128.andnot(
      v128.and(f32x4.lt(speed, f32x4.mul(slowest, slowest)), f32x4.gt(speed, f32x4.splat(AT_REST))),
      tooFast,
    );
    const limited = v128.or(tooFast, tooSlow);
    const scale = f32x4.div(v128.bitselect(fastest, slowest, tooFast), f32x4.sqrt(speed));
    wx = v128.bitselect(f32x4.mul(wx, scale), wx, limited);
    wy = v128.bitselect(f32x4.mul(wy, scale), wy, limited);
    wz = v128.bitselect(f32x4.mul(wz, scale), wz, limited);
    let qx = f32x4.add(x, f32x4.mul(wx, dt));
    let qy = f32x4.add(y, f32x4.mul(wy, dt));
    let qz = f32x4.add(z, f32x4.mul(wz, dt));
    if (bounds == WRAP) {
      qx = wrap(qx, grid);
      qy = wrap(qy, grid + 4);
      if (dimensions == 3) qz = wrap(qz, grid + 8);
    } else if (bounds == CONTAIN) {
      wx = stop(qx, wx, grid);
      qx = contain(qx, grid);
      wy = stop(qy, wy, grid + 4);
      qy = contain(qy, grid + 4);
      if (dimensions == 3) {
        wz = stop(qz, wz, grid + 8);
        qz = contain(qz, grid + 8);
      }
    }
    const sound = f32x4.eq(
      f32x4.add(
        f32x4.add(f32x4.mul(f32x4.add(qx, qy), zero), f32x4.mul(f32x4.add(qz, wx), zero)),
        f32x4.mul(f32x4.add(wy, wz), zero),
      ),
      zero,
    );
    finite = v128.and(finite, v128.or(sound, v128.not(living)));
    put(toPx + at, qx, x, living);
    put(toPy + at, qy, y, living);
    put(toPz + at, qz, z, living);
    put(toVx + at, wx, ux, living);
    put(toVy + at, wy, uy, living);
    put(toVz + at, wz, uz, living);
    // No status is changed here.
    store<u32>(toStatus + i, load<u32>(status + i));
  }
  return v128.any_true(v128.not(finite)) ? 1 : 0;
}

/** Stores the values of four agents at the address `at`: `moved` for the living, and `still` for the others. */
function put(at: usize, moved: v128, still: v128, living: v128): void {
  v128.store(at, v128.bitselect(moved, still, living));
}

/**
 * Moves coordinates that are outside of a torus back into it, at the opposite side. `grid` is the address of the grid
 * row, plus 0, 4 or 8 bytes for the axis.
 */
function wrap(p: v128, grid: usize): v128 {
  const low = f32x4.splat(load<f32>(grid + GRID_MIN_X));
  const high = f32x4.splat(load<f32>(grid + GRID_MAX_X));
  const inside = v128.and(f32x4.ge(p, low), f32x4.lt(p, high));
  if (i32x4.all_true(inside)) return p;
  const edge = f32x4.sub(high, low);
  const turns = f32x4.floor(f32x4.div(f32x4.sub(p, low), edge));
  const wrapped = f32x4.sub(p, f32x4.mul(turns, edge));
  const outside = v128.or(f32x4.lt(wrapped, low), f32x4.ge(wrapped, high));
  return v128.bitselect(p, v128.bitselect(low, wrapped, outside), inside);
}

/**
 * Handles one axis: if an agent moves into a wall, its velocity along the axis becomes 0. `grid` is the address of the
 * grid row, plus 0, 4 or 8 bytes for the axis.
 */
function stop(p: v128, v: v128, grid: usize): v128 {
  const zero = f32x4.splat(0);
  const below = f32x4.lt(p, f32x4.splat(load<f32>(grid + GRID_MIN_X)));
  const above = f32x4.gt(p, f32x4.splat(load<f32>(grid + GRID_MAX_X)));
  const into = v128.or(v128.and(below, f32x4.lt(v, zero)), v128.and(above, f32x4.gt(v, zero)));
  return v128.andnot(v, into);
}

/** Clamps coordinates between two walls. `grid` is the address of the grid row, plus 0, 4 or 8 bytes for the axis. */
function contain(p: v128, grid: usize): v128 {
  const low = f32x4.splat(load<f32>(grid + GRID_MIN_X));
  const high = f32x4.splat(load<f32>(grid + GRID_MAX_X));
  const raised = v128.bitselect(low, p, f32x4.lt(p, low));
  return v128.bitselect(high, raised, f32x4.gt(p, high));
}
