import type { LawContext } from '../../laws/define-law.ts';
import { type FloatNode, float, select, type Vec3Node } from '../../laws/expressions.ts';
import type { Ground } from '../define-behavior.ts';
import type { Flight } from './flight.ts';
import { isBehind, missOf } from './miss.ts';
import { sideOf } from './side.ts';

/** The sine of 22.5 degrees, which is half the largest turn of an agent in one tick. */
const SHARPEST = 0.3826834323650898;

/** The part of a law's context that is needed if an agent cannot turn on a circle smaller than `curvatureRadius`. */
export type Agile = Pick<
  LawContext<'speed' | 'curvatureRadius' | 'saturation'>,
  'parameters' | 'dt'
> & { readonly ground: Ground };

/** The acceleration (m/s^2) of an agent in its tightest turn: speed^2/curvatureRadius, but at most speed/dt. */
export function centripetal({ parameters: { speed, curvatureRadius }, dt }: Agile): FloatNode {
  return speed
    .mul(speed)
    .div(curvatureRadius)
    .min(speed.mul(float(1).div(dt)));
}

/**
 * Curvature-limited pursuit. Returns an acceleration (m/s^2) toward the point at offset `way` (m). The acceleration is
 * perpendicular to the flight, and proportional to the lateral miss. If the miss is `saturation` or more, the
 * agent makes the tightest turn. If the point is straight behind the agent, the side of the turn is chosen at random.
 */
export function pursuit(flight: Flight, way: Vec3Node, agile: Agile): Vec3Node {
  const perMeter = float(1).div(agile.parameters.saturation);
  const { along, across } = missOf(flight, way);
  const miss = across.mul(perMeter);
  const squared = miss.lengthSquared();
  const isDrawn = isBehind(along, squared.div(perMeter.mul(perMeter)), way);
  const limited = select(squared.greaterThan(1), miss.mul(float(1).div(squared.sqrt())), miss);
  return select(isDrawn, sideOf(flight.ahead, flight.own, agile.ground.dimensions), limited).mul(
    centripetal(agile),
  );
}

/**
 * Corrects a centripetal acceleration so that the agent keeps its speed. The acceleration and the result are in m/s^2.
 * Each step becomes a chord of the circle that has this centripetal acceleration. The velocity turns by the angle that
 * the chord spans, but at most 45 degrees in one tick. Below this limit, each step ends on the circle, whatever dt is.
 * If the agent is at rest, the acceleration is returned unchanged.
 */
export function alongCircle(
  { velocity, speed, isFlying }: Flight,
  acceleration: Vec3Node,
  { dt }: Pick<LawContext, 'dt'>,
): Vec3Node {
  const perTick = float(1).div(dt);
  const size = acceleration.length();
  // The sine of half the angle that the chord of a step spans is a dt / (2 |v|).
  const half = size.mul(dt).div(speed.mul(2)).min(SHARPEST);
  const square = half.mul(half);
  const sine = half.mul(2).mul(float(1).sub(square).sqrt());
  const side = sine.mul(speed).div(size).mul(perTick);
  const brake = square.mul(2).mul(perTick);
  const turned = acceleration.mul(side).sub(velocity.mul(brake));
  return select(isFlying.and(size.greaterThan(0)), turned, acceleration);
}
