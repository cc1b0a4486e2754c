/** SIMD twin of evasion in src/steering/steering/pursuing.ts: four agents at a time, of found quarries. */
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
import { addForce, livingOf, shortest, squaredLength, wordsAt } from './lanes';

/**
 * Steers from `begin` on and returns `end`, or the first of four agents of which one stands upon its
 * quarry: those four are left as they are, for the caller to steer. The quarry of the agent at place
 * begin + k, or -1, stands at word k of `quarries`; edges are 0 off a torus.
 */
export function steerEvasion(
  table: usize,
  quarries: usize,
  begin: i32,
  end: i32,
  species: i32,
  weight: f32,
  prediction: f32,
  maxSpeed: f32,
  from: f32,
  to: f32,
  upon: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): i32 {
  const px = load<usize>(table + FRONT_POSITION_X);
  const py = load<usize>(table + FRONT_POSITION_Y);
  const pz = load<usize>(table + FRONT_POSITION_Z);
  const vx = load<usize>(table + FRONT_VELOCITY_X);
  const vy = load<usize>(table + FRONT_VELOCITY_Y);
  const vz = load<usize>(table + FRONT_VELOCITY_Z);
  const zero = f32x4.splat(0);
  for (let i = begin; i < end; i += 4) {
    const places = v128.load(quarries + ((<usize>(i - begin)) << 2));
    let who = v128.and(livingOf(table, i, species), i32x4.ge_s(places, i32x4.splat(0)));
    if (!v128.any_true(who)) continue;
    // A lane that has none looks at the first of the world.
    const others = i32x4.shl(v128.and(places, who), 2);
    const at = (<usize>i) << 2;
    const aimX = shortest(f32x4.sub(wordsAt(px, others), v128.load(px + at)), edgeX);
    const aimY = shortest(f32x4.sub(wordsAt(py, others), v128.load(py + at)), edgeY);
    const aimZ = shortest(f32x4.sub(wordsAt(pz, others), v128.load(pz + at)), edgeZ);
    const distance = f32x4.sqrt(squaredLength(aimX, aimY, aimZ));
    const outside = v128.or(
      f32x4.lt(distance, f32x4.splat(from)),
      f32x4.gt(distance, f32x4.splat(to)),
    );
    who = v128.andnot(who, outside);
    if (!v128.any_true(who)) continue;
    const fastX = wordsAt(vx, others);
    const fastY = wordsAt(vy, others);
    const fastZ = wordsAt(vz, others);
    const speed = f32x4.sqrt(squaredLength(fastX, fastY, fastZ));
    const closing = f32x4.add(f32x4.splat(maxSpeed), speed);
    const meeting = v128.and(f32x4.div(distance, closing), f32x4.gt(closing, zero));
    const time = f32x4.min(meeting, f32x4.splat(prediction));
    let x = f32x4.add(aimX, f32x4.mul(fastX, time));
    let y = f32x4.add(aimY, f32x4.mul(fastY, time));
    let z = f32x4.add(aimZ, f32x4.mul(fastZ, time));
    let away = f32x4.sqrt(squaredLength(x, y, z));
    const foreseen = f32x4.lt(away, f32x4.mul(f32x4.splat(upon), distance));
    x = v128.bitselect(aimX, x, foreseen);
    y = v128.bitselect(aimY, y, foreseen);
    z = v128.bitselect(aimZ, z, foreseen);
    away = v128.bitselect(distance, away, foreseen);
    if (v128.any_true(v128.and(who, f32x4.eq(away, zero)))) return i;
    const scale = f32x4.div(f32x4.splat(-maxSpeed), away);
    push(load<usize>(table + FORCE_X) + at, vx + at, f32x4.mul(x, scale), weight, who);
    push(load<usize>(table + FORCE_Y) + at, vy + at, f32x4.mul(y, scale), weight, who);
    push(load<usize>(table + FORCE_Z) + at, vz + at, f32x4.mul(z, scale), weight, who);
  }
  return end;
}

/** Adds weight x (wanted - velocity) to one axis of the force of the lanes in `who`. */
function push(force: usize, velocity: usize, wanted: v128, weight: f32, who: v128): void {
  const add = f32x4.mul(f32x4.splat(weight), f32x4.sub(wanted, v128.load(velocity)));
  addForce(force, add, who);
}
