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

/**
 * Sine of a small angle around the direction straight behind the agent. If the target is within this angle, it is on
 * neither side. The agent then turns to a random side, which is always the same for this agent.
 */
const BEHIND = 1e-3;

/**
 * Turns the velocity toward the target and keeps the speed. In each tick, the yaw of the velocity about +y changes by
 * at most `yawRate * dt`. The pitch of the velocity against the horizontal plane changes by at most `pitchRate * dt`.
 * In two dimensions, the velocity turns at the yaw rate. The thrust is `speed * damping` along the velocity.
 *
 * Near straight up and down, a small turn needs a large yaw, so the agent turns slowly there. Exactly straight up or
 * down, the agent has no yaw of its own, and takes the yaw of the target.
 *
 * source: the article on homing by T. Hirayama, KAYAC Inc., 2019. In the article, pitch is weak and yaw is strong. So a
 * player can dodge the agent by jumping, but not by running
 */
export const yawPitch = defineBehavior('yawPitch', {
  family: 'guidance',
  label: 'Yaw and pitch',
  keys: {
    speed,
    yawRate: rate,
    pitchRate: rate,
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

/** Returns the acceleration (m/s^2) that turns the velocity toward the point at offset `way` (m). */
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
  // Every yaw is right for a vector straight up or down.
  const wanted = select(wantedLevel.isLevel, wantedLevel.heading, level.heading);
  const heading = select(level.isLevel, level.heading, wanted);

  // Positive yaw turns from +z to +x.
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

/** The part of a unit vector that lies in the horizontal plane. */
interface Level {
  readonly length: FloatNode;
  /** False for a vector straight up or down, which has no horizontal part. */
  readonly isLevel: BoolNode;
  /** The direction of the horizontal part, as a unit vector. If there is no horizontal part, the direction is +z. */
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

/** Returns the magnitude `size` with the sign of `sign`. */
function signed(size: FloatNode, sign: FloatNode): FloatNode {
  return select(sign.lessThan(0), size.negate(), size);
}
