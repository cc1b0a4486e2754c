import type { LawContext } from '../../laws/define-law.ts';
import {
  type BoolNode,
  type FloatNode,
  float,
  select,
  type Vec3Node,
  vec3,
} from '../../laws/expressions.ts';
import { cos, sin } from '../../laws/functions.ts';
import type { Ground } from '../define-behavior.ts';
import type { Flight } from './flight.ts';
import { isBehind, missOf } from './miss.ts';
import { sideOf } from './side.ts';

/** What a turn is computed from: a part of the law's context, and the behavior's view of the scenario (`ground`). */
export type Turner = Pick<LawContext, 'dt'> & { readonly ground: Ground };

/**
 * An angle, stored as its sine and its versine, which is 1 - cosine. The versine keeps its precision for small angles.
 */
interface Turn {
  readonly sine: FloatNode;
  readonly versine: FloatNode;
}

/** An angle from 0 to pi, with its cosine and the sine and cosine of half the angle. */
export interface Angle extends Turn {
  readonly cosine: FloatNode;
  readonly half: { readonly sine: FloatNode; readonly cosine: FloatNode };
}

/**
 * Half a turn (rad), rounded down to f32. With the sine of a larger angle, which is below 0, an agent that is allowed any
 * turn would fly away from a point straight ahead.
 */
const HALF_TURN = 3.1415925;

/** Returns the angle that an agent may turn in one tick at `rate` (rad/s). The angle is at most half a turn. */
export function turnAt(rate: FloatNode, { dt }: Pick<LawContext, 'dt'>): Angle {
  const angle = rate.mul(dt).min(HALF_TURN).mul(0.5);
  const half = { sine: sin(angle), cosine: cos(angle) };
  const versine = half.sine.mul(half.sine).mul(2);
  return {
    sine: half.sine.mul(half.cosine).mul(2),
    cosine: float(1).sub(versine),
    versine,
    half,
  };
}

/**
 * Returns the angle from 0 to pi with the given sine and cosine. If the angle is larger than `most`, or if `isFar` is
 * true, returns `most`.
 */
export function atMost(sine: FloatNode, cosine: FloatNode, most: Angle, isFar: BoolNode): Turn {
  // Compares the angles by the sine of their difference.
  const isMore = sine.mul(most.cosine).greaterThan(cosine.mul(most.sine)).or(isFar);
  const versine = select(
    cosine.greaterThan(0),
    sine.mul(sine).div(cosine.add(1)),
    float(1).sub(cosine),
  );
  return {
    sine: select(isMore, most.sine, sine),
    versine: select(isMore, most.versine, versine),
  };
}

/**
 * Returns the acceleration (m/s^2) that turns the velocity toward the point at offset `way` (m). The velocity turns by
 * at most the angle `most`, and keeps its length. Its new direction is n cos a + t sin a. Here n is the direction of
 * flight, and a is the angle of this turn. The unit vector t is perpendicular to n, on the side of the point. If the
 * point is straight behind, the agent turns to a random side. That side is always the same for this agent (see sideOf).
 */
export function turnToward(flight: Flight, way: Vec3Node, most: Angle, law: Turner): Vec3Node {
  const { along, across } = missOf(flight, way);
  const aside = across.length();
  const distance = way.length();
  const isDrawn = isBehind(along, aside.mul(aside), way);
  const side = select(
    isDrawn,
    sideOf(flight.ahead, flight.own, law.ground.dimensions),
    across.normalize(),
  );
  const { sine, versine } = atMost(aside.div(distance), along.div(distance), most, isDrawn);
  return keepSpeed(flight, side.mul(sine).sub(flight.ahead.mul(versine)), way, law);
}

/**
 * Returns the acceleration (m/s^2) that turns a flight at constant speed within one tick. The vector `change` is the
 * new direction minus the old direction, both as unit vectors. If the agent is at rest, or if the vector `way` (m) is
 * 0, the result is 0. The acceleration is computed from the difference of the directions alone. So if an agent hardly
 * turns, rounding errors do not build up in its speed.
 */
export function keepSpeed(
  { speed, isFlying }: Flight,
  change: Vec3Node,
  way: Vec3Node,
  { dt }: Turner,
): Vec3Node {
  const turned = change.mul(speed.mul(float(1).div(dt)));
  return select(isFlying.and(way.lengthSquared().greaterThan(0)), turned, vec3(0, 0, 0));
}
