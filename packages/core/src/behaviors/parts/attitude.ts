import { type FloatNode, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { Flight } from './flight.ts';
import { isBehind, missOf } from './miss.ts';
import { sideOf } from './side.ts';
import { type Angle, keepSpeed, type Turner } from './turning.ts';

/** Attitude of a body as a unit quaternion: +z forward, +y up, +x to the right. */
interface Quaternion {
  readonly w: FloatNode;
  readonly v: Vec3Node;
}

/**
 * The acceleration (m/s^2) that turns the velocity as that of a body that keeps its wings level. Its attitude
 * goes toward that which faces the end of a way (m), over the shortest rotation, by an angle at most. The
 * direction of flight turns by that or less, since rolling back to level is a part of the rotation; near
 * straight up and down that part is large.
 *
 * What is straight behind is turned to about the body's up, over a side that each agent draws.
 *
 * source: Shoemake 1985, Animating Rotation with Quaternion Curves; Yuka 0.7.8 Quaternion.rotateTo
 */
export function levelToward(flight: Flight, way: Vec3Node, { half }: Angle, law: Turner): Vec3Node {
  const { ahead } = flight;
  const from = levelAt(ahead);
  const to = levelAt(way.normalize());
  // The rotation from one to the other, as the world sees it: its sine times its axis, of half the angle.
  const cosine = from.w.mul(to.w).add(from.v.dot(to.v));
  const apart = to.v.mul(from.w).sub(from.v.mul(to.w));
  const lean = from.v.cross(to.v);
  // As the body sees it.
  const aboutUp = apart.y.sub(lean.y);
  const { along, across } = missOf(flight, way);
  const side = sideOf(flight.ahead, flight.own, law.ground.dimensions);
  const right = side.x.mul(ahead.z).sub(side.z.mul(ahead.x));
  // q and -q are one attitude, reached over two sides.
  const isDrawn = isBehind(along, across.lengthSquared(), way);
  const sign = select(select(isDrawn, aboutUp.mul(right), cosine).lessThan(0), -1, 1);
  const near = cosine.mul(sign);
  const axis = apart.add(lean).mul(sign);
  const sine = axis.length();
  const isMore = sine.mul(half.cosine).greaterThan(near.mul(half.sine));
  const turn = axis.mul(select(isMore, half.sine.div(sine), 1));
  const sideways = turn.cross(ahead);
  const change = sideways
    .mul(select(isMore, half.cosine, near))
    .add(turn.cross(sideways))
    .mul(2);
  return keepSpeed(flight, change, way, law);
}

/** The attitude of a body that faces the unit vector d and is level: yaw, then pitch. */
function levelAt({ x, y, z }: Vec3Node): Quaternion {
  const flat = x.mul(x).add(z.mul(z)).sqrt();
  const isUpright = flat.greaterThan(0);
  const cosine = select(isUpright, z.div(flat), 1);
  const sine = select(isUpright, x.div(flat), 0);
  // Of the two halves the larger comes by the root, the other from sin = 2 sin(half) cos(half).
  const large = cosine.abs().add(1).mul(0.5).sqrt();
  const small = sine.abs().mul(0.5).div(large);
  const isAhead = cosine.greaterThanEqual(0);
  const cosineOfYaw = select(isAhead, large, small);
  const yaw = select(isAhead, small, large);
  const sineOfYaw = select(sine.lessThan(0), yaw.negate(), yaw);
  const cosineOfPitch = flat.min(1).add(1).mul(0.5).sqrt();
  const sineOfPitch = y.mul(0.5).div(cosineOfPitch);
  return {
    w: cosineOfYaw.mul(cosineOfPitch),
    v: vec3(
      cosineOfYaw.mul(sineOfPitch).negate(),
      sineOfYaw.mul(cosineOfPitch),
      sineOfYaw.mul(sineOfPitch),
    ),
  };
}
