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

/** What a turn needs to know of the world. */
export type Turner = Pick<LawContext, 'dt'> & { readonly ground: Ground };

/** An angle by its sine and 1 - its cosine, which is exact where the angle is small. */
interface Turn {
  readonly sine: FloatNode;
  readonly versine: FloatNode;
}

/** An angle from 0 to pi. */
export interface Angle extends Turn {
  readonly cosine: FloatNode;
  readonly half: { readonly sine: FloatNode; readonly cosine: FloatNode };
}

/** How far a body may turn in a tick at a rate (rad/s): half a turn at most. */
export function turnAt(rate: FloatNode, { dt }: Pick<LawContext, 'dt'>): Angle {
  const angle = rate.mul(dt).min(Math.PI).mul(0.5);
  const half = { sine: sin(angle), cosine: cos(angle) };
  const versine = half.sine.mul(half.sine).mul(2);
  return {
    sine: half.sine.mul(half.cosine).mul(2),
    cosine: float(1).sub(versine),
    versine,
    half,
  };
}

/** The angle from 0 to pi of a sine and a cosine, or a lesser one; where `isFar` it is the lesser one. */
export function atMost(sine: FloatNode, cosine: FloatNode, most: Angle, isFar: BoolNode): Turn {
  // By the sine of the difference.
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
 * The acceleration (m/s^2) that turns the velocity toward the end of a way (m), by an angle at most, and keeps
 * its length: n' = n cos a + t sin a in the plane of both. To what is straight behind it turns over a side that
 * each agent draws.
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
 * The acceleration (m/s^2) of a flight whose direction changes, where there is a way (m) to turn to. What is
 * added is the change alone, so that rounding does not add up in the speed of a flight that hardly turns.
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
