import { FRONT_SPECIES, FRONT_STATUS, ROLE } from './columns';

/** Loads four bytes from the address `at`, and extends each byte to one lane. */
export function loadBytes(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/**
 * A mask with one lane for each agent at places i to i + 3. A lane is set if the agent is alive and belongs to the
 * species.
 */
export function livingOf(table: usize, i: i32, species: i32): v128 {
  return livingIn(table, load<usize>(table + FRONT_SPECIES), i, species);
}

/** A mask with one lane for each agent at places i to i + 3. A lane is set if the agent is alive and has the role. */
export function actingIn(table: usize, i: i32, role: i32): v128 {
  return livingIn(table, load<usize>(table + ROLE), i, role);
}

function livingIn(table: usize, kinds: usize, i: i32, kind: i32): v128 {
  const status = loadBytes(load<usize>(table + FRONT_STATUS) + i);
  const own = loadBytes(kinds + i);
  return v128.and(i32x4.eq(status, i32x4.splat(1)), i32x4.eq(own, i32x4.splat(kind)));
}

/** x^2 + y^2 + z^2, added from left to right. */
export function squaredLength(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

/** The smallest of the four lanes, copied to all lanes. */
export function least(v: v128): v128 {
  const two = f32x4.pmin(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.pmin(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
}

/** The largest of the four lanes, copied to all lanes. */
export function most(v: v128): v128 {
  const two = f32x4.pmax(v, v128.shuffle<i32>(v, v, 2, 3, 0, 1));
  return f32x4.pmax(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2));
}

/** The value of one lane, 0 to 3. */
export function laneOf(v: v128, lane: i32): f32 {
  if (lane == 0) return f32x4.extract_lane(v, 0);
  if (lane == 1) return f32x4.extract_lane(v, 1);
  if (lane == 2) return f32x4.extract_lane(v, 2);
  return f32x4.extract_lane(v, 3);
}

/** Loads one word from each of four addresses. */
export function gather(at0: usize, at1: usize, at2: usize, at3: usize): v128 {
  const first = v128.load32_zero(at0);
  const second = v128.load32_lane(at1, first, 1);
  const third = v128.load32_lane(at2, second, 2);
  return v128.load32_lane(at3, third, 3);
}

/** Loads the words of a column at four byte offsets. */
export function wordsAt(column: usize, offsets: v128): v128 {
  return gather(
    column + <usize>i32x4.extract_lane(offsets, 0),
    column + <usize>i32x4.extract_lane(offsets, 1),
    column + <usize>i32x4.extract_lane(offsets, 2),
    column + <usize>i32x4.extract_lane(offsets, 3),
  );
}

/** Shortens four displacements (m) along an axis to the shortest way around a torus. An `edge` of 0 means no torus. */
export function shortest(way: v128, edge: f32): v128 {
  if (edge == 0) return way;
  const whole = f32x4.splat(edge);
  const half = f32x4.splat(edge * 0.5);
  const back = v128.and(whole, f32x4.gt(way, half));
  const on = v128.and(whole, f32x4.lt(way, f32x4.neg(half)));
  const short = f32x4.add(f32x4.sub(way, back), on);
  const far = f32x4.gt(f32x4.abs(short), half);
  if (!v128.any_true(far)) return short;
  // More than one turn, as to a place far outside of the bounds.
  const turns = f32x4.floor(f32x4.add(f32x4.div(short, whole), f32x4.splat(0.5)));
  return v128.bitselect(f32x4.sub(short, f32x4.mul(whole, turns)), short, far);
}

/**
 * The displacements along an axis that lead to the same places as `way`, by the other way around a torus. `way` holds
 * the shortest displacements.
 */
export function otherWay(way: v128, edge: f32): v128 {
  const whole = f32x4.splat(edge);
  const back = f32x4.gt(way, f32x4.splat(0));
  return v128.bitselect(f32x4.sub(way, whole), f32x4.add(way, whole), back);
}
