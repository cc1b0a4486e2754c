/** SIMD twins of src/steering/flocking.ts. They turn the sums over neighbors into forces, four agents at a time. */
import {
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_HEADING_X,
  FRONT_HEADING_Y,
  FRONT_HEADING_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
} from './columns';
import { actingIn, squaredLength } from './lanes';

/**
 * Adds the vectors (x, y, z), multiplied by `scale`, to the forces on four agents. The agents are at places i to i + 3.
 * Only lanes in `who` change.
 */
function addScaled(table: usize, i: i32, x: v128, y: v128, z: v128, scale: v128, who: v128): void {
  const at = (<usize>i) << 2;
  const fx = load<usize>(table + FORCE_X) + at;
  const fy = load<usize>(table + FORCE_Y) + at;
  const fz = load<usize>(table + FORCE_Z) + at;
  const beforeX = v128.load(fx);
  const beforeY = v128.load(fy);
  const beforeZ = v128.load(fz);
  v128.store(fx, v128.bitselect(f32x4.add(beforeX, f32x4.mul(x, scale)), beforeX, who));
  v128.store(fy, v128.bitselect(f32x4.add(beforeY, f32x4.mul(y, scale)), beforeY, who));
  v128.store(fz, v128.bitselect(f32x4.add(beforeZ, f32x4.mul(z, scale)), beforeZ, who));
}

/**
 * Adds `weight` * unit(x, y, z) to the forces of the agents at places i to i + 3. Each agent has one lane of the
 * vectors. Skips lanes that are not in `who`, and lanes whose vector is 0.
 */
function addUnit(table: usize, i: i32, x: v128, y: v128, z: v128, weight: f32, who: v128): void {
  const squared = squaredLength(x, y, z);
  const some = v128.and(who, f32x4.ne(squared, f32x4.splat(0)));
  addScaled(table, i, x, y, z, f32x4.div(f32x4.splat(weight), f32x4.sqrt(squared)), some);
}

/**
 * Adds the force of cohesion. If `byOffset` is 1, the force is `weight` times the mean offset to the neighbors.
 * Otherwise the force is `weight` times the direction of that offset.
 */
export function steerCohesion(
  table: usize,
  sums: usize,
  planeBytes: usize,
  begin: i32,
  end: i32,
  role: i32,
  weight: f32,
  byOffset: i32,
): void {
  for (let i = begin; i < end; i += 4) {
    const sum = sums + ((<usize>(i - begin)) << 2);
    const x = v128.load(sum);
    const y = v128.load(sum + planeBytes);
    const z = v128.load(sum + 2 * planeBytes);
    const living = actingIn(table, i, role);
    if (byOffset == 0) {
      addUnit(table, i, x, y, z, weight, living);
      continue;
    }
    const count = v128.load(sum + 11 * planeBytes);
    const some = v128.andnot(living, i32x4.eq(count, i32x4.splat(0)));
    const share = f32x4.div(f32x4.splat(weight), f32x4.convert_i32x4_s(count));
    addScaled(table, i, x, y, z, share, some);
  }
}

/**
 * Adds the force of alignment. If `byHeading` is 1, the force is `weight` * (mean heading of the neighbors - own
 * heading). Otherwise the force has the length `weight`, and the direction of (mean velocity of the neighbors - own
 * velocity).
 */
export function steerAlignment(
  table: usize,
  sums: usize,
  planeBytes: usize,
  begin: i32,
  end: i32,
  role: i32,
  weight: f32,
  byHeading: i32,
): void {
  const ownX = load<usize>(table + (byHeading == 0 ? FRONT_VELOCITY_X : FRONT_HEADING_X));
  const ownY = load<usize>(table + (byHeading == 0 ? FRONT_VELOCITY_Y : FRONT_HEADING_Y));
  const ownZ = load<usize>(table + (byHeading == 0 ? FRONT_VELOCITY_Z : FRONT_HEADING_Z));
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const sum = sums + 3 * planeBytes + ((<usize>(i - begin)) << 2);
    const count = v128.load(sum + 3 * planeBytes);
    const inverse = f32x4.div(f32x4.splat(1), f32x4.convert_i32x4_s(count));
    const x = f32x4.sub(f32x4.mul(v128.load(sum), inverse), v128.load(ownX + at));
    const y = f32x4.sub(f32x4.mul(v128.load(sum + planeBytes), inverse), v128.load(ownY + at));
    const z = f32x4.sub(f32x4.mul(v128.load(sum + 2 * planeBytes), inverse), v128.load(ownZ + at));
    const some = v128.andnot(actingIn(table, i, role), i32x4.eq(count, i32x4.splat(0)));
    if (byHeading == 0) addUnit(table, i, x, y, z, weight, some);
    else addScaled(table, i, x, y, z, f32x4.splat(weight), some);
  }
}

/**
 * Adds the force of separation to each agent. If `each` is 1, the force is `weight` * (the sum over the neighbors).
 * Otherwise, the force is `weight` * (the direction of the sum).
 *
 * For each agent, plane 10 of the sums counts the agents at the same position, if the behavior sees their species. Set
 * `self` to 1 if the behavior sees the agent's own species, because the agent then counts itself. Otherwise, set `self`
 * to 0. If the count is not `self`, the agent gets no force. The result is then 1, and the caller must separate such
 * agents.
 */
export function steerSeparation(
  table: usize,
  sums: usize,
  planeBytes: usize,
  begin: i32,
  end: i32,
  role: i32,
  weight: f32,
  each: i32,
  self: i32,
): i32 {
  let shared = i32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const sum = sums + 7 * planeBytes + ((<usize>(i - begin)) << 2);
    const living = actingIn(table, i, role);
    const alone = i32x4.eq(v128.load(sum + 3 * planeBytes), i32x4.splat(self));
    const x = v128.load(sum);
    const y = v128.load(sum + planeBytes);
    const z = v128.load(sum + 2 * planeBytes);
    const who = v128.and(living, alone);
    if (each == 0) addUnit(table, i, x, y, z, weight, who);
    else addScaled(table, i, x, y, z, f32x4.splat(weight), who);
    shared = v128.or(shared, v128.andnot(living, alone));
  }
  return v128.any_true(shared) ? 1 : 0;
}
