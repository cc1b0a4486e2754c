import { type FloatNode, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';
import type { Flight } from './flight.ts';
import { isBehind, missOf } from './miss.ts';
import { sideOf } from './side.ts';
import { type Angle, keepSpeed, type Turner } from './turning.ts';

/** The attitude (orientation) of a body as a unit quaternion. In body coordinates +z is forward, +y up and +x right. */
interface Quaternion {
  readonly w: FloatNode;
  readonly v: Vec3Node;
}

/**
 * Returns the acceleration (m/s^2) that turns the velocity toward the point at offset `way` (m). The body keeps its
 * wings level. Its attitude rotates the shortest way to the level attitude that faces the point, by at most the given
 * angle. The rotation may include a roll, so the velocity may turn by less than the angle. Near straight up and down,
 * the roll is a large part of the rotation.
 *
 * If the point is straight behind, the body turns about its own up vector. The side is chosen at random for each agent.
 *
 * source: Shoemake 1985, Animating Rotation with Quaternion Curves. Another source is Quaternion.rotateTo in Yuka 0.7.8
 */
export function levelToward(flight: Flight, way: Vec3Node, { half }: Angle, law: Turner): Vec3Node {
  const { ahead } = flight;
  const from = levelAt(ahead);
  const to = levelAt(way.normalize());
  // The rotation from one attitude to the other, in world coordinates: half its angle as a cosine, and the sine of that
  // times its axis.
  const cosine = from.w.mul(to.w).add(from.v.dot(to.v));
  const apart = to.v.mul(from.w).sub(from.v.mul(to.w));
  const lean = from.v.cross(to.v);
  // The same in body coordinates.
  const aboutUp = apart.y.sub(lean.y);
  const { along, across } = missOf(flight, way);
  const side = sideOf(flight.ahead, flight.own, law.ground.dimensions);
  const right = side.x.mul(ahead.z).sub(side.z.mul(ahead.x));
  // q and -q are the same attitude, reached by turning over opposite sides.
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

/** Returns the attitude of a level body that faces along the given unit vector: a yaw followed by a pitch. */
function levelAt({ x, y, z }: Vec3Node): Quaternion {
  const flat = x.mul(x).add(z.mul(z)).sqrt();
  const isUpright = flat.greaterThan(0);
  const cosine = select(isUpright, z.div(flat), 1);
  const sine = select(isUpright, x.div(flat), 0);
  // The square root gives the larger of the two half-angle terms exactly. The other one comes from sin = 2 sin(half)
  // cos(half).
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
