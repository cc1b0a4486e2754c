import type { LawContext } from '../laws/define-law.ts';
import {
  type BoolNode,
  bool,
  type FloatNode,
  float,
  select,
  type Vec3Node,
  vec3,
} from '../laws/expressions.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, ends, rate, speed } from './keys.ts';
import { drive, type Flight, flightOf } from './parts/flight.ts';
import { type Angle, atMost, keepSpeed, type Turner, turnAt, turnToward } from './parts/turning.ts';

/** Sine of the angle from straight behind within which there is no nearer side: one is drawn. */
const BEHIND = 1e-3;

/**
 * Turns the velocity toward the target by yaw about +y and by pitch against the level, each by at most
 * its own rate x dt, and keeps its length. Thrust speed x damping along the velocity. In the plane the
 * one angle there is turns by the yaw rate.
 *
 * Near straight up and down a small turn is a large yaw, so that the law turns slowly there; straight
 * up or down itself any yaw will do, and it takes that of the target.
 *
 * source: the article on homing of T. Hirayama, KAYAC Inc., 2019: weak in pitch and strong in yaw, so
 * that a jump dodges and running does not
 */
export const yawPitch = defineBehavior('yawPitch', {
  family: 'guidance',
  label: 'Yaw and pitch',
  description:
    'Turns its velocity toward the target by yaw and pitch, each at its own rate. With a low pitch rate, a jump dodges it.',
  keys: {
    speed,
    yawRate: rate('Greatest turn rate about +y; in the plane its only turn.'),
    pitchRate: rate('Greatest pitch rate.'),
    ...aimed,
    ends,
  },
  hits: true,
  force(law) {
    const { aim, parameters, ground } = law;
    const flight = flightOf(law, aim.offset);
    const yaw = turnAt(parameters.yawRate, law);
    const pitch = turnAt(parameters.pitchRate, law);
    const turned =
      ground.dimensions === 2
        ? turnToward(flight, aim.offset, yaw, law)
        : turnInSpace(flight, aim.offset, yaw, pitch, law);
    return drive(flight, turned, parameters.speed, law);
  },
});

/** The acceleration (m/s^2) that turns the flight toward the end of a way (m). */
function turnInSpace(
  flight: Flight,
  way: Vec3Node,
  mostYaw: Angle,
  mostPitch: Angle,
  law: Turner & Pick<LawContext, 'random'>,
): Vec3Node {
  const { ahead } = flight;
  const toward = way.normalize();
  const level = levelOf(ahead);
  const wantedLevel = levelOf(toward);
  // Straight up or down any yaw will do.
  const wanted = select(wantedLevel.isLevel, wantedLevel.heading, level.heading);
  const heading = select(level.isLevel, level.heading, wanted);

  // Yaw goes from +z to +x.
  const across = wanted.x.mul(heading.z).sub(wanted.z.mul(heading.x));
  const along = wanted.dot(heading);
  const isBehind = along.lessThan(0).and(across.abs().lessThan(BEHIND));
  const own = law.random.at(0).uniform().sub(0.5);
  const yaw = atMost(across.abs(), along, mostYaw, isBehind);
  const yawSine = signed(yaw.sine, select(isBehind, own, across));
  const right = vec3(heading.z, 0, heading.x.negate());
  const yawed = right.mul(yawSine).sub(heading.mul(yaw.versine));

  const rise = level.length.mul(toward.y).sub(ahead.y.mul(wantedLevel.length));
  const near = level.length.mul(wantedLevel.length).add(ahead.y.mul(toward.y));
  const pitch = atMost(rise.abs(), near, mostPitch, bool(false));
  const pitchSine = signed(pitch.sine, rise);
  const flatter = ahead.y.mul(pitchSine).add(level.length.mul(pitch.versine)).negate();
  const higher = level.length.mul(pitchSine).sub(ahead.y.mul(pitch.versine));

  const change = yawed
    .mul(level.length.add(flatter))
    .add(heading.mul(flatter))
    .add(vec3(0, higher, 0));
  return keepSpeed(flight, change, way, law);
}

/** The level part of a unit vector. */
interface Level {
  readonly length: FloatNode;
  /** Not so of one that points straight up or down. */
  readonly isLevel: BoolNode;
  /** Where it points, a unit vector; +z where there is none. */
  readonly heading: Vec3Node;
}

function levelOf({ x, z }: Vec3Node): Level {
  const length = x.mul(x).add(z.mul(z)).sqrt();
  const isLevel = length.greaterThan(0);
  const perLength = float(1).div(length);
  const heading = vec3(
    select(isLevel, x.mul(perLength), 0),
    0,
    select(isLevel, z.mul(perLength), 1),
  );
  return { length, isLevel, heading };
}

/** A size with the sign of a number. */
function signed(size: FloatNode, sign: FloatNode): FloatNode {
  return select(sign.lessThan(0), size.negate(), size);
}
