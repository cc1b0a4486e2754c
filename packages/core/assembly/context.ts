/**
 * Twin of src/steering/context: four agents at a time choose their directions. Leaves these agents to TypeScript:
 *
 * - agents near obstacles, which the caller leaves out, and agents near walls
 * - agents on the spot of a neighbor, whose sum in `away` is NaN
 * - agents that want several directions equally
 *
 * So no danger but that of neighbors is left, and the directions away from them have none.
 */

import {
  CONTAIN,
  CONTEXT_SCRATCH_AIM_X,
  CONTEXT_SCRATCH_AIM_Y,
  CONTEXT_SCRATCH_AIM_Z,
  CONTEXT_SCRATCH_AWAY_X,
  CONTEXT_SCRATCH_AWAY_Y,
  CONTEXT_SCRATCH_AWAY_Z,
  CONTEXT_SCRATCH_DANGER,
  CONTEXT_SCRATCH_FIT_X,
  CONTEXT_SCRATCH_FIT_Y,
  CONTEXT_SCRATCH_FIT_Z,
  CONTEXT_SCRATCH_INTEREST,
  CONTEXT_SCRATCH_KEPT,
  CONTEXT_SCRATCH_LANES,
  CONTEXT_SCRATCH_LIMIT,
  CONTEXT_SCRATCH_LINEAR,
  CONTEXT_SCRATCH_NEXT,
  CONTEXT_SCRATCH_SLOT_X,
  CONTEXT_SCRATCH_SLOT_Y,
  CONTEXT_SCRATCH_SLOT_Z,
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_CHOICE,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  GRID,
  GRID_BOUNDS,
  GRID_DIMENSIONS,
  GRID_MAX_X,
  GRID_MIN_X,
  NEXT,
  STAGED_CHOICE,
} from './columns';
import { COINCIDENT } from './crowding';
import { actingIn, squaredLength, wordsAt } from './lanes';

// As in src/steering/context/choose.ts.
const OPEN: f64 = -0.1;
/** The bytes of a plane of `linear`. */
const PLANE: usize = 1024;

let own: usize = 0;
/** The slots as columns of f32. */
let slotX: usize = 0;
let slotY: usize = 0;
let slotZ: usize = 0;
/** Interest and danger of the agent in a lane: each slot has 16 bytes, 4 for each lane. */
let interest: usize = 0;
let danger: usize = 0;
let wayX: f32 = 0;
let wayY: f32 = 0;
let wayZ: f32 = 0;

/**
 * Steers agents of a role in places [from, end). The block of these agents begins at place `begin`, and `scratch` is the
 * worker's memory for context steering. With `always`, the limit of an agent's speed holds in all directions.
 *
 * @returns the first place of four agents that the caller must steer instead; `end` if there are none
 */
export function steerContext(
  table: usize,
  scratch: usize,
  begin: i32,
  from: i32,
  end: i32,
  role: i32,
  weight: f32,
  speed: f32,
  separation: f32,
  allowed: f32,
  isHard: bool,
  always: bool,
  castRadius: f32,
  castRange: f32,
  lean: f32,
): i32 {
  own = scratch;
  slotX = scratch + CONTEXT_SCRATCH_SLOT_X;
  slotY = scratch + CONTEXT_SCRATCH_SLOT_Y;
  slotZ = scratch + CONTEXT_SCRATCH_SLOT_Z;
  const lanes = scratch + CONTEXT_SCRATCH_LANES;
  const half: usize = load<i32>(load<usize>(table + GRID) + GRID_DIMENSIONS) == 2 ? 8 : 21;
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const none = i32x4.splat(-1);
  const limit = f32x4.splat(allowed);
  for (let i = from; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const k = (<usize>(i - begin)) << 2;
    const who = actingIn(table, i, role);
    if (!v128.any_true(who)) continue;
    const awayX = v128.load(scratch + CONTEXT_SCRATCH_AWAY_X + k);
    const awayY = v128.load(scratch + CONTEXT_SCRATCH_AWAY_Y + k);
    const awayZ = v128.load(scratch + CONTEXT_SCRATCH_AWAY_Z + k);
    const rare = v128.or(f32x4.ne(awayX, awayX), nearWalls(table, at, castRadius, castRange));
    if (v128.any_true(v128.and(who, rare))) return i;
    const squared = squaredLength(awayX, awayY, awayZ);
    const crowded = f32x4.gt(squared, f32x4.splat(COINCIDENT));
    const length = f32x4.sqrt(squared);
    const inverse = f32x4.div(one, length);
    const outX = v128.and(f32x4.mul(awayX, inverse), crowded);
    const outY = v128.and(f32x4.mul(awayY, inverse), crowded);
    const outZ = v128.and(f32x4.mul(awayZ, inverse), crowded);
    const amount = v128.and(f32x4.pmin(one, length), crowded);

    const last = i32x4.sub(v128.load(load<usize>(table + FRONT_CHOICE) + at), i32x4.splat(1));
    const has = i32x4.ge_s(last, i32x4.splat(0));
    const words = i32x4.shl(v128.and(last, has), 2);
    const bias = f32x4.mul(v128.load(scratch + CONTEXT_SCRATCH_KEPT + k), f32x4.splat(0.5));
    let wish = f32x4.splat(separation);
    if (!isHard) wish = f32x4.mul(wish, amount);
    wish = f32x4.mul(wish, f32x4.splat(0.5));
    const linear = scratch + CONTEXT_SCRATCH_LINEAR + k;
    const x = want(linear, bias, wordsAt(slotX, words), has, wish, outX, crowded);
    const y = want(linear + PLANE, bias, wordsAt(slotY, words), has, wish, outY, crowded);
    const z = want(linear + 2 * PLANE, bias, wordsAt(slotZ, words), has, wish, outZ, crowded);
    const base = want(linear + 3 * PLANE, bias, one, has, wish, one, crowded);

    const wants = f32x4.ne(base, zero);
    for (let slot: usize = 0; slot < half; slot++) {
      const dx = v128.load_splat<f32>(slotX + (slot << 2));
      const dy = v128.load_splat<f32>(slotY + (slot << 2));
      const dz = v128.load_splat<f32>(slotZ + (slot << 2));
      const here = scratch + (slot << 4);
      const there = here + (half << 4);
      const ahead = along(dx, dy, dz, x, y, z);
      v128.store(here + CONTEXT_SCRATCH_INTEREST, v128.and(f32x4.add(base, ahead), wants));
      v128.store(there + CONTEXT_SCRATCH_INTEREST, v128.and(f32x4.sub(base, ahead), wants));
      const out = along(dx, dy, dz, outX, outY, outZ);
      const risk = isHard ? zero : f32x4.mul(f32x4.abs(out), amount);
      const toward = f32x4.lt(out, zero);
      v128.store(here + CONTEXT_SCRATCH_DANGER, v128.and(risk, toward));
      v128.store(there + CONTEXT_SCRATCH_DANGER, v128.andnot(risk, toward));
    }
    let best = none;
    let highest = zero;
    let ties = zero;
    let most = none;
    let top = f32x4.splat(-Infinity);
    for (let slot: usize = 0; slot < 2 * half; slot++) {
      const here = scratch + (slot << 4);
      const value = v128.load(here + CONTEXT_SCRATCH_INTEREST);
      const open = f32x4.le(v128.load(here + CONTEXT_SCRATCH_DANGER), limit);
      const better = v128.and(open, f32x4.gt(value, highest));
      const equal = v128.and(open, f32x4.eq(value, highest));
      ties = v128.andnot(v128.or(ties, v128.and(equal, i32x4.ge_s(best, i32x4.splat(0)))), better);
      highest = v128.bitselect(value, highest, better);
      best = v128.bitselect(i32x4.splat(<i32>slot), best, better);
      const more = f32x4.gt(value, top);
      top = v128.bitselect(value, top, more);
      most = v128.bitselect(i32x4.splat(<i32>slot), most, more);
    }
    if (v128.any_true(v128.and(who, ties))) return i;
    v128.store(lanes, who);
    v128.store(lanes, best, 16);
    // The direction that an agent wants more than the one it chose.
    v128.store(lanes, v128.bitselect(most, none, f32x4.gt(top, highest)), 32);
    v128.store(lanes, last, 48);
    for (let lane: usize = 0; lane < 16; lane += 4) {
      if (load<i32>(lanes + lane) == 0) continue;
      const slot = load<i32>(lanes + lane, 16);
      interest = scratch + CONTEXT_SCRATCH_INTEREST + lane;
      danger = scratch + CONTEXT_SCRATCH_DANGER + lane;
      store<i32>(load<usize>(table + STAGED_CHOICE) + at + lane, slot + 1);
      wayX = 0;
      wayY = 0;
      wayZ = 0;
      if (
        slot >= 0 &&
        !isInVain(
          load<i32>(lanes + lane, 32),
          slot,
          load<i32>(lanes + lane, 48),
          <f64>load<f32>(scratch + CONTEXT_SCRATCH_KEPT + k + lane),
        )
      ) {
        head(slot, isHard, allowed, lean);
      }
      const aim = k + lane;
      const toward =
        wayX * load<f32>(scratch + CONTEXT_SCRATCH_AIM_X + aim) +
        wayY * load<f32>(scratch + CONTEXT_SCRATCH_AIM_Y + aim) +
        wayZ * load<f32>(scratch + CONTEXT_SCRATCH_AIM_Z + aim);
      let pace = speed;
      if (always || toward > 0) pace = min(pace, load<f32>(scratch + CONTEXT_SCRATCH_LIMIT + aim));
      const place = at + lane;
      push(table + FORCE_X, table + FRONT_VELOCITY_X, place, weight, pace * wayX);
      push(table + FORCE_Y, table + FRONT_VELOCITY_Y, place, weight, pace * wayY);
      push(table + FORCE_Z, table + FRONT_VELOCITY_Z, place, weight, pace * wayZ);
    }
  }
  return end;
}

/** The lanes whose agents are near a wall of the bounds. `at` is the byte offset of the first agent. */
function nearWalls(table: usize, at: usize, radius: f32, range: f32): v128 {
  const grid = load<usize>(table + GRID);
  let far = i32x4.splat(-1);
  if (load<i32>(grid + GRID_BOUNDS) != CONTAIN) return i32x4.splat(0);
  const axes: usize = load<i32>(grid + GRID_DIMENSIONS) == 2 ? 8 : 12;
  for (let axis: usize = 0; axis < axes; axis += 4) {
    const column = axis == 0 ? FRONT_POSITION_X : axis == 4 ? FRONT_POSITION_Y : FRONT_POSITION_Z;
    const place = v128.load(load<usize>(table + column) + at);
    const wide = f32x4.splat(radius);
    const low = f32x4.sub(f32x4.sub(place, v128.load_splat<f32>(grid + GRID_MIN_X + axis)), wide);
    const high = f32x4.sub(f32x4.sub(v128.load_splat<f32>(grid + GRID_MAX_X + axis), place), wide);
    far = v128.and(far, f32x4.ge(f32x4.pmin(low, high), f32x4.splat(range)));
  }
  return v128.not(far);
}

/** Adds what an agent wants by its last choice, and away from neighbors, to a component of its linear interest. */
function want(
  at: usize,
  bias: v128,
  last: v128,
  has: v128,
  wish: v128,
  out: v128,
  crowded: v128,
): v128 {
  let sum = v128.load(at);
  sum = v128.bitselect(f32x4.add(sum, f32x4.mul(bias, last)), sum, has);
  return v128.bitselect(f32x4.add(sum, f32x4.mul(wish, out)), sum, crowded);
}

function along(dx: v128, dy: v128, dz: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(dx, x), f32x4.mul(dy, y)), f32x4.mul(dz, z));
}

/**
 * Twin of isInVain in src/steering/context/choose.ts. `most` is the direction that the agent wants more than `slot`, or
 * -1.
 */
function isInVain(most: i32, slot: i32, last: i32, bias: f64): bool {
  if (most < 0 || last < 0 || cosine(most, slot) >= OPEN) return false;
  const wish = <f64>atSlot(interest, most) - share(bias, most, last) + share(bias, most, slot);
  return wish > <f64>atSlot(interest, slot) - share(bias, slot, last) + bias;
}

function share(bias: f64, one: i32, other: i32): f64 {
  return (bias * (1 + cosine(one, other))) / 2;
}

function cosine(one: i32, other: i32): f64 {
  return (
    component(slotX, one) * component(slotX, other) +
    component(slotY, one) * component(slotY, other) +
    component(slotZ, one) * component(slotZ, other)
  );
}

function component(column: usize, slot: i32): f64 {
  return <f64>load<f32>(column + ((<usize>slot) << 2));
}

/** The value of a slot in the map of the present lane. */
function atSlot(map: usize, slot: i32): f32 {
  return load<f32>(map + ((<usize>slot) << 4));
}

/** Writes the direction of a slot. Twin of subSlotInto in src/steering/context/choose.ts, except with hard blocking. */
function head(slot: i32, isHard: bool, allowed: f32, lean: f32): void {
  const at = (<usize>slot) << 2;
  wayX = load<f32>(slotX + at);
  wayY = load<f32>(slotY + at);
  wayZ = load<f32>(slotZ + at);
  if (isHard) return;
  const here = atSlot(interest, slot);
  let gx: f32 = 0;
  let gy: f32 = 0;
  let gz: f32 = 0;
  for (let k = NEXT * slot; k < NEXT * (slot + 1); k++) {
    const fit = own + ((<usize>k) << 2);
    const beside = load<i32>(fit + CONTEXT_SCRATCH_NEXT);
    if (beside < 0) break;
    if (atSlot(danger, beside) > allowed) return;
    const rise = atSlot(interest, beside) - here;
    gx += rise * load<f32>(fit + CONTEXT_SCRATCH_FIT_X);
    gy += rise * load<f32>(fit + CONTEXT_SCRATCH_FIT_Y);
    gz += rise * load<f32>(fit + CONTEXT_SCRATCH_FIT_Z);
  }
  const ahead = gx * wayX + gy * wayY + gz * wayZ;
  if (!(ahead > 0)) return;
  const inverse: f32 = 1 / ahead;
  let tx = gx * inverse - wayX;
  let ty = gy * inverse - wayY;
  let tz = gz * inverse - wayZ;
  const tangent = tx * tx + ty * ty + tz * tz;
  if (tangent > lean * lean) {
    const scale = lean / sqrt(tangent);
    tx *= scale;
    ty *= scale;
    tz *= scale;
  }
  const ux = wayX + tx;
  const uy = wayY + ty;
  const uz = wayZ + tz;
  const length = sqrt(ux * ux + uy * uy + uz * uz);
  wayX = ux / length;
  wayY = uy / length;
  wayZ = uz / length;
}

function push(force: usize, velocity: usize, place: usize, weight: f32, wanted: f32): void {
  const change = wanted - load<f32>(load<usize>(velocity) + place);
  store<f32>(load<usize>(force) + place, weight * change);
}
