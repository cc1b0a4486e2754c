/** SIMD twin of src/steering/guidance/homing.ts: four agents at a time, the common course only. */
import {
  FORCE_X,
  FORCE_Y,
  FORCE_Z,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
} from './columns';
import { addForce, livingOf, squaredLength } from './lanes';

function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** Adds mass x (a + n thrust) to one axis of the force of the lanes in `who`. */
function push(force: usize, a: v128, n: v128, thrust: v128, mass: v128, who: v128): void {
  addForce(force, f32x4.mul(mass, f32x4.add(a, f32x4.mul(n, thrust))), who);
}

/**
 * Steers from `begin` on and returns `end`, or the first of four agents of which one is at rest or
 * has its target straight behind: those four are left as they are, for the caller to steer.
 */
export function steerHoming(
  table: usize,
  begin: i32,
  end: i32,
  species: i32,
  targetX: f32,
  targetY: f32,
  targetZ: f32,
  perMeter: f32,
  antiParallel: f32,
  centripetal: f32,
  thrust: f32,
  mass: f32,
  rotate: i32,
  sharpest: f32,
  dt: f32,
  inverseDt: f32,
): i32 {
  const one = f32x4.splat(1);
  const two = f32x4.splat(2);
  const zero = f32x4.splat(0);
  const scale = f32x4.splat(perMeter);
  for (let i = begin; i < end; i += 4) {
    const who = livingOf(table, i, species);
    if (!v128.any_true(who)) continue;
    const at = (<usize>i) << 2;
    const rx = f32x4.sub(
      f32x4.splat(targetX),
      v128.load(load<usize>(table + FRONT_POSITION_X) + at),
    );
    const ry = f32x4.sub(
      f32x4.splat(targetY),
      v128.load(load<usize>(table + FRONT_POSITION_Y) + at),
    );
    const rz = f32x4.sub(
      f32x4.splat(targetZ),
      v128.load(load<usize>(table + FRONT_POSITION_Z) + at),
    );
    const vx = v128.load(load<usize>(table + FRONT_VELOCITY_X) + at);
    const vy = v128.load(load<usize>(table + FRONT_VELOCITY_Y) + at);
    const vz = v128.load(load<usize>(table + FRONT_VELOCITY_Z) + at);
    const squaredSpeed = squaredLength(vx, vy, vz);
    const length = f32x4.sqrt(squaredSpeed);
    const inverse = f32x4.div(one, length);
    const nx = f32x4.mul(vx, inverse);
    const ny = f32x4.mul(vy, inverse);
    const nz = f32x4.mul(vz, inverse);
    const along = dot(rx, ry, rz, nx, ny, nz);
    let cx = f32x4.sub(rx, f32x4.mul(nx, along));
    let cy = f32x4.sub(ry, f32x4.mul(ny, along));
    let cz = f32x4.sub(rz, f32x4.mul(nz, along));
    const rest = dot(cx, cy, cz, nx, ny, nz);
    cx = f32x4.mul(f32x4.sub(cx, f32x4.mul(nx, rest)), scale);
    cy = f32x4.mul(f32x4.sub(cy, f32x4.mul(ny, rest)), scale);
    cz = f32x4.mul(f32x4.sub(cz, f32x4.mul(nz, rest)), scale);
    const miss = squaredLength(cx, cy, cz);
    const squaredMiss = f32x4.div(miss, f32x4.mul(scale, scale));
    const least = f32x4.mul(f32x4.splat(antiParallel), squaredLength(rx, ry, rz));
    const behind = v128.and(f32x4.lt(along, zero), f32x4.lt(squaredMiss, least));
    const flying = f32x4.gt(squaredSpeed, zero);
    if (v128.any_true(v128.and(who, v128.or(behind, v128.not(flying))))) return i;

    const wide = f32x4.gt(miss, one);
    const shorten = v128.bitselect(f32x4.div(one, f32x4.sqrt(miss)), one, wide);
    const pull = f32x4.splat(centripetal);
    let ax = f32x4.mul(f32x4.mul(cx, shorten), pull);
    let ay = f32x4.mul(f32x4.mul(cy, shorten), pull);
    let az = f32x4.mul(f32x4.mul(cz, shorten), pull);
    if (rotate) {
      const a = f32x4.sqrt(squaredLength(ax, ay, az));
      const turning = f32x4.gt(a, zero);
      const chord = f32x4.div(f32x4.mul(a, f32x4.splat(dt)), f32x4.mul(two, length));
      const half = f32x4.pmin(f32x4.splat(sharpest), chord);
      const square = f32x4.mul(half, half);
      const across = f32x4.mul(f32x4.mul(two, half), f32x4.sqrt(f32x4.sub(one, square)));
      const perTick = f32x4.splat(inverseDt);
      const side = f32x4.mul(f32x4.div(f32x4.mul(across, length), a), perTick);
      const brake = f32x4.mul(f32x4.mul(two, square), perTick);
      ax = v128.bitselect(f32x4.sub(f32x4.mul(ax, side), f32x4.mul(vx, brake)), ax, turning);
      ay = v128.bitselect(f32x4.sub(f32x4.mul(ay, side), f32x4.mul(vy, brake)), ay, turning);
      az = v128.bitselect(f32x4.sub(f32x4.mul(az, side), f32x4.mul(vz, brake)), az, turning);
    }
    const forward = f32x4.splat(thrust);
    const inertia = f32x4.splat(mass);
    push(load<usize>(table + FORCE_X) + at, ax, nx, forward, inertia, who);
    push(load<usize>(table + FORCE_Y) + at, ay, ny, forward, inertia, who);
    push(load<usize>(table + FORCE_Z) + at, az, nz, forward, inertia, who);
  }
  return end;
}
