/**
 * What the agents of a block go after, for laws: planes of AIM_PLANES in src/laws/plane-plan.ts, equal in every
 * bit to what `aimInto` in src/steering/aim.ts finds.
 */
import {
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
} from './columns';
import { livingOf, shortest, squaredLength, wordsAt } from './lanes';

/** Planes: the offset, the velocity, the acceleration and the radius, then who acts. */
const VELOCITY: usize = 3;
const ACTS: usize = 10;

/**
 * Leaves in the planes, of `stride` bytes each, the way (m) from the agents in places [begin, end) to a point,
 * and who of the species acts: those at a distance in [from, to]. Edges are 0 off a torus.
 */
export function aimAtPoint(
  table: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  species: i32,
  x: f32,
  y: f32,
  z: f32,
  from: f32,
  to: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  const px = load<usize>(table + FRONT_POSITION_X);
  const py = load<usize>(table + FRONT_POSITION_Y);
  const pz = load<usize>(table + FRONT_POSITION_Z);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const wayX = shortest(f32x4.sub(f32x4.splat(x), v128.load(px + at)), edgeX);
    const wayY = shortest(f32x4.sub(f32x4.splat(y), v128.load(py + at)), edgeY);
    const wayZ = shortest(f32x4.sub(f32x4.splat(z), v128.load(pz + at)), edgeZ);
    const plane = planes + ((<usize>(i - begin)) << 2);
    leave(plane, stride, wayX, wayY, wayZ, from, to, livingOf(table, i, species));
  }
}

/**
 * The same of agents: the one that the agent at place begin + k goes after, or -1, stands at word k of
 * `quarries`. Leaves their velocities (m/s) too.
 */
export function aimAtAgents(
  table: usize,
  quarries: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  species: i32,
  from: f32,
  to: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  const px = load<usize>(table + FRONT_POSITION_X);
  const py = load<usize>(table + FRONT_POSITION_Y);
  const pz = load<usize>(table + FRONT_POSITION_Z);
  const vx = load<usize>(table + FRONT_VELOCITY_X);
  const vy = load<usize>(table + FRONT_VELOCITY_Y);
  const vz = load<usize>(table + FRONT_VELOCITY_Z);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const bytes = (<usize>(i - begin)) << 2;
    const places = v128.load(quarries + bytes);
    const who = v128.and(livingOf(table, i, species), i32x4.ge_s(places, i32x4.splat(0)));
    // A lane that has none looks at the first of the world.
    const others = i32x4.shl(v128.and(places, who), 2);
    const wayX = shortest(f32x4.sub(wordsAt(px, others), v128.load(px + at)), edgeX);
    const wayY = shortest(f32x4.sub(wordsAt(py, others), v128.load(py + at)), edgeY);
    const wayZ = shortest(f32x4.sub(wordsAt(pz, others), v128.load(pz + at)), edgeZ);
    const plane = planes + bytes;
    leave(plane, stride, wayX, wayY, wayZ, from, to, who);
    v128.store(plane + VELOCITY * stride, wordsAt(vx, others));
    v128.store(plane + (VELOCITY + 1) * stride, wordsAt(vy, others));
    v128.store(plane + (VELOCITY + 2) * stride, wordsAt(vz, others));
  }
}

function leave(
  plane: usize,
  stride: usize,
  x: v128,
  y: v128,
  z: v128,
  from: f32,
  to: f32,
  who: v128,
): void {
  const distance = f32x4.sqrt(squaredLength(x, y, z));
  const outside = v128.or(
    f32x4.lt(distance, f32x4.splat(from)),
    f32x4.gt(distance, f32x4.splat(to)),
  );
  v128.store(plane, x);
  v128.store(plane + stride, y);
  v128.store(plane + 2 * stride, z);
  v128.store(plane + ACTS * stride, v128.andnot(who, outside));
}
