/**
 * SIMD code that finds the aims of the agents in a block. Laws use these aims. The code fills the planes of AIM_PLANES
 * in src/laws/plane-plan.ts with exactly the bits that `aimInto` in src/steering/find-aim.ts computes.
 */
import {
  FRONT_GOAL_X,
  FRONT_GOAL_Y,
  FRONT_GOAL_Z,
  FRONT_POSITION_X,
  FRONT_POSITION_Y,
  FRONT_POSITION_Z,
  FRONT_VELOCITY_X,
  FRONT_VELOCITY_Y,
  FRONT_VELOCITY_Z,
  FRONT_WAYPOINT,
  PATH_HEADING_X,
  PATH_HEADING_Y,
  PATH_HEADING_Z,
  PATH_POINT_X,
  PATH_POINT_Y,
  PATH_POINT_Z,
  PATH_REACH,
  STAGED_WAYPOINT,
} from './columns';
import { actingIn, otherWay, shortest, squaredLength, wordsAt } from './lanes';

/**
 * Indices of the planes that describe the aim of an agent. Planes 0 to 2 hold the offset to the aim. The aim's velocity
 * begins at VELOCITY; its acceleration and its radius follow. The direction that the aim faces begins at HEADING. The
 * plane ACTS marks the agents that act.
 */
const VELOCITY: usize = 3;
const ACTS: usize = 10;
const HEADING: usize = 11;

/** The number of legs of a stretch of a path, see src/world/path-stretches.ts. */
const STRETCH: i32 = 16;
/** A factor that covers errors of rounding. */
const NEARLY: f32 = 0.999;

/**
 * Writes the offsets (m) from the agents in places [begin, end) to the point (x, y, z). The offsets are in planes that
 * are `stride` bytes apart. Also writes whether each agent acts: it has the role, and its distance is in [from, to]
 * (m). `edgeX`, `edgeY` and `edgeZ` are the edge lengths of a torus (m), or 0 along an axis that does not wrap.
 */
export function aimAtPoint(
  table: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  role: i32,
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
    leave(plane, stride, wayX, wayY, wayZ, from, to, actingIn(table, i, role));
  }
}

/**
 * Like aimAtPoint, but each agent aims at another agent, its quarry. Word k of `quarries` belongs to the agent at place
 * begin + k. The word is the place of the agent's quarry, or -1 for none. Also writes the velocities of the quarries
 * (m/s).
 */
export function aimAtAgents(
  table: usize,
  quarries: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  role: i32,
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
    const who = v128.and(actingIn(table, i, role), i32x4.ge_s(places, i32x4.splat(0)));
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

/** Like aimAtPoint, but each agent aims at its own goal. */
export function aimAtGoals(
  table: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  role: i32,
  from: f32,
  to: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  const px = load<usize>(table + FRONT_POSITION_X);
  const py = load<usize>(table + FRONT_POSITION_Y);
  const pz = load<usize>(table + FRONT_POSITION_Z);
  const gx = load<usize>(table + FRONT_GOAL_X);
  const gy = load<usize>(table + FRONT_GOAL_Y);
  const gz = load<usize>(table + FRONT_GOAL_Z);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const who = actingIn(table, i, role);
    const wayX = shortest(f32x4.sub(v128.load(gx + at), v128.load(px + at)), edgeX);
    const wayY = shortest(f32x4.sub(v128.load(gy + at), v128.load(py + at)), edgeY);
    const wayZ = shortest(f32x4.sub(v128.load(gz + at), v128.load(pz + at)), edgeZ);
    const plane = planes + ((<usize>(i - begin)) << 2);
    leave(plane, stride, wayX, wayY, wayZ, from, to, who);
  }
}

/**
 * Like aimAtPoint, but each agent aims at its current waypoint on a path. The path has `count` points, whose rows begin
 * at `first`. If `faces` is set, also writes where the path leads from that waypoint.
 *
 * An agent within `distance` (m) of its waypoint moves on to the next waypoint. If `arrives` is set, the agent does not
 * move on from the last waypoint of an open path. An agent that has passed the last waypoint does not act.
 */
export function aimAtWaypoints(
  table: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  role: i32,
  first: i32,
  count: i32,
  closed: i32,
  arrives: i32,
  faces: i32,
  distance: f32,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): void {
  const px = load<usize>(table + FRONT_POSITION_X);
  const py = load<usize>(table + FRONT_POSITION_Y);
  const pz = load<usize>(table + FRONT_POSITION_Z);
  const from = (<usize>first) << 2;
  const cx = load<usize>(table + PATH_POINT_X) + from;
  const cy = load<usize>(table + PATH_POINT_Y) + from;
  const cz = load<usize>(table + PATH_POINT_Z) + from;
  const waypoints = load<usize>(table + FRONT_WAYPOINT);
  const staged = load<usize>(table + STAGED_WAYPOINT);
  const points = i32x4.splat(count);
  const last = i32x4.splat(count - 1);
  // The first of a closed path follows its last.
  const afterLast = i32x4.splat(closed ? 0 : count);
  const stays = i32x4.splat(arrives && !closed ? -1 : 0);
  for (let i = begin; i < end; i += 4) {
    const at = (<usize>i) << 2;
    const x = v128.load(px + at);
    const y = v128.load(py + at);
    const z = v128.load(pz + at);
    const living = actingIn(table, i, role);
    let point = v128.load(waypoints + at);
    let who = v128.and(living, i32x4.lt_u(point, points));
    let words = i32x4.shl(v128.and(point, who), 2);
    let wayX = shortest(f32x4.sub(wordsAt(cx, words), x), edgeX);
    let wayY = shortest(f32x4.sub(wordsAt(cy, words), y), edgeY);
    let wayZ = shortest(f32x4.sub(wordsAt(cz, words), z), edgeZ);
    const far = f32x4.sqrt(squaredLength(wayX, wayY, wayZ));
    const isLast = i32x4.eq(point, last);
    const near = f32x4.le(far, f32x4.splat(distance));
    const passed = v128.and(who, v128.andnot(near, v128.and(isLast, stays)));
    if (v128.any_true(passed)) {
      const next = v128.bitselect(afterLast, i32x4.add(point, i32x4.splat(1)), isLast);
      point = v128.bitselect(next, point, passed);
      v128.store(staged + at, v128.bitselect(point, v128.load(staged + at), passed));
      who = v128.and(who, i32x4.lt_u(point, points));
      words = i32x4.shl(v128.and(point, who), 2);
      wayX = shortest(f32x4.sub(wordsAt(cx, words), x), edgeX);
      wayY = shortest(f32x4.sub(wordsAt(cy, words), y), edgeY);
      wayZ = shortest(f32x4.sub(wordsAt(cz, words), z), edgeZ);
    }
    const plane = planes + ((<usize>(i - begin)) << 2);
    leave(plane, stride, wayX, wayY, wayZ, 0, Infinity, who);
    if (!faces) continue;
    leaveHeading(table, plane, stride, from, words);
  }
}

/**
 * Like aimAtPoint, but each agent aims at the point of a path that is nearest to the agent's predicted position.
 * `prediction` is how far ahead this position is predicted (s). If `faces` is set, also writes the direction of the
 * path at the point.
 */
export function aimAtPath(
  table: usize,
  planes: usize,
  stride: usize,
  begin: i32,
  end: i32,
  role: i32,
  first: i32,
  count: i32,
  closed: i32,
  faces: i32,
  prediction: f32,
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
  const start = (<usize>first) << 2;
  const cx = load<usize>(table + PATH_POINT_X) + start;
  const cy = load<usize>(table + PATH_POINT_Y) + start;
  const cz = load<usize>(table + PATH_POINT_Z) + start;
  const reaches = load<usize>(table + PATH_REACH) + start;
  const legs = closed ? count : count - 1;
  const isLong = legs > 2 * STRETCH;
  // The axes along which the world wraps, as bits.
  const axes = (edgeX > 0 ? 1 : 0) | (edgeY > 0 ? 2 : 0) | (edgeZ > 0 ? 4 : 0);
  for (let i = begin; i < end; i += 4) {
    const who = actingIn(table, i, role);
    if (!v128.any_true(who)) {
      v128.store(planes + ((<usize>(i - begin)) << 2) + ACTS * stride, who);
      continue;
    }
    const at = (<usize>i) << 2;
    const aheadX = f32x4.mul(v128.load(vx + at), f32x4.splat(prediction));
    const aheadY = f32x4.mul(v128.load(vy + at), f32x4.splat(prediction));
    const aheadZ = f32x4.mul(v128.load(vz + at), f32x4.splat(prediction));
    const fromX = f32x4.add(v128.load(px + at), aheadX);
    const fromY = f32x4.add(v128.load(py + at), aheadY);
    const fromZ = f32x4.add(v128.load(pz + at), aheadZ);
    let nearest = f32x4.splat(Infinity);
    let wayX = f32x4.splat(0);
    let wayY = f32x4.splat(0);
    let wayZ = f32x4.splat(0);
    let chosen = i32x4.splat(0);
    let bound = f32x4.splat(Infinity);
    if (isLong) {
      for (let leg = 0; leg < legs; leg += STRETCH) {
        const way = toMiddle(cx, cy, cz, leg, legs, fromX, fromY, fromZ, edgeX, edgeY, edgeZ);
        bound = f32x4.min(bound, way);
      }
    }
    for (let leg = 0; leg < legs; leg++) {
      if (isLong && leg % STRETCH == 0) {
        const way = toMiddle(cx, cy, cz, leg, legs, fromX, fromY, fromZ, edgeX, edgeY, edgeZ);
        const reach = f32x4.splat(load<f32>(reaches + ((<usize>leg) << 2)));
        const isFar = f32x4.gt(f32x4.mul(way, f32x4.splat(NEARLY)), f32x4.add(bound, reach));
        if (i32x4.all_true(isFar)) {
          leg += STRETCH - 1;
          continue;
        }
      }
      const a = (<usize>leg) << 2;
      const b = (<usize>(leg + 1 < count ? leg + 1 : 0)) << 2;
      const ax = load<f32>(cx + a);
      const ay = load<f32>(cy + a);
      const az = load<f32>(cz + a);
      const lx = shortest(f32x4.splat(load<f32>(cx + b) - ax), edgeX);
      const ly = shortest(f32x4.splat(load<f32>(cy + b) - ay), edgeY);
      const lz = shortest(f32x4.splat(load<f32>(cz + b) - az), edgeZ);
      const squaredLeg = f32x4.extract_lane(squaredLength(lx, ly, lz), 0);
      const startX = shortest(f32x4.sub(f32x4.splat(ax), fromX), edgeX);
      const startY = shortest(f32x4.sub(f32x4.splat(ay), fromY), edgeY);
      const startZ = shortest(f32x4.sub(f32x4.splat(az), fromZ), edgeZ);
      for (let image = 0; image <= axes; image++) {
        if ((image & ~axes) != 0) continue;
        const toX = image & 1 ? otherWay(startX, edgeX) : startX;
        const toY = image & 2 ? otherWay(startY, edgeY) : startY;
        const toZ = image & 4 ? otherWay(startZ, edgeZ) : startZ;
        const back = f32x4.add(
          f32x4.add(f32x4.mul(toX, lx), f32x4.mul(toY, ly)),
          f32x4.mul(toZ, lz),
        );
        // Neither NaN nor what is not positive is a share: of a leg without length it is 0.
        const share = f32x4.div(f32x4.neg(back), f32x4.splat(squaredLeg));
        const some = f32x4.gt(share, f32x4.splat(0));
        const part = v128.and(f32x4.min(share, f32x4.splat(1)), some);
        const short = squaredLeg > 0 ? part : f32x4.splat(0);
        const nearX = f32x4.add(toX, f32x4.mul(lx, short));
        const nearY = f32x4.add(toY, f32x4.mul(ly, short));
        const nearZ = f32x4.add(toZ, f32x4.mul(lz, short));
        const squared = squaredLength(nearX, nearY, nearZ);
        const nearer = f32x4.lt(squared, nearest);
        nearest = v128.bitselect(squared, nearest, nearer);
        wayX = v128.bitselect(nearX, wayX, nearer);
        wayY = v128.bitselect(nearY, wayY, nearer);
        wayZ = v128.bitselect(nearZ, wayZ, nearer);
        chosen = v128.bitselect(i32x4.splat(leg), chosen, nearer);
      }
    }
    const plane = planes + ((<usize>(i - begin)) << 2);
    leave(
      plane,
      stride,
      f32x4.add(aheadX, wayX),
      f32x4.add(aheadY, wayY),
      f32x4.add(aheadZ, wayZ),
      from,
      to,
      who,
    );
    if (!faces) continue;
    leaveHeading(table, plane, stride, start, i32x4.shl(chosen, 2));
  }
}

/**
 * The distance (m) from four points to the point of a path in the middle of the stretch that begins with the leg
 * `begin`.
 */
function toMiddle(
  cx: usize,
  cy: usize,
  cz: usize,
  begin: i32,
  legs: i32,
  fromX: v128,
  fromY: v128,
  fromZ: v128,
  edgeX: f32,
  edgeY: f32,
  edgeZ: f32,
): v128 {
  const middle = begin + ((min(begin + STRETCH, legs) - begin) >> 1);
  const at = (<usize>middle) << 2;
  const x = shortest(f32x4.sub(f32x4.splat(load<f32>(cx + at)), fromX), edgeX);
  const y = shortest(f32x4.sub(f32x4.splat(load<f32>(cy + at)), fromY), edgeY);
  const z = shortest(f32x4.sub(f32x4.splat(load<f32>(cz + at)), fromZ), edgeZ);
  return f32x4.sqrt(squaredLength(x, y, z));
}

/**
 * For each of four points of a path, writes the direction in which the path continues. The rows of the path begin at
 * byte `from`. `points` holds the byte offset of each point.
 */
function leaveHeading(table: usize, plane: usize, stride: usize, from: usize, points: v128): void {
  const x = load<usize>(table + PATH_HEADING_X) + from;
  const y = load<usize>(table + PATH_HEADING_Y) + from;
  const z = load<usize>(table + PATH_HEADING_Z) + from;
  v128.store(plane + HEADING * stride, wordsAt(x, points));
  v128.store(plane + (HEADING + 1) * stride, wordsAt(y, points));
  v128.store(plane + (HEADING + 2) * stride, wordsAt(z, points));
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
