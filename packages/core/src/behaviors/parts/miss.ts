import {
  type BoolNode,
  type FloatNode,
  float,
  select,
  type Vec3Node,
  vec3,
} from '../../laws/expressions.ts';
import type { Ground } from '../define-behavior.ts';
import type { Flight } from './flight.ts';

/** Squared sine of the angle below which what is straight behind has no side: one is drawn. */
const BEHIND = 1e-6;

/** A direction of which no more than this is across the flight, squared, says too little about a side. */
const NO_SIDE = 1e-6;

/** A way (m), split at a flight. */
export interface Miss {
  /** How far ahead its end is (m); negative behind. */
  readonly along: FloatNode;
  /** The rest of it, across the flight (m). */
  readonly across: Vec3Node;
}

export function missOf({ ahead }: Flight, way: Vec3Node): Miss {
  const along = way.dot(ahead);
  const across = way.sub(ahead.mul(along));
  // `ahead` is a unit vector but for rounding: far from the target what it leaves along it would thrust.
  const rest = across.dot(ahead);
  return { along, across: across.sub(ahead.mul(rest)) };
}

/** Whether what is so far ahead and aside (m, m^2) is straight behind, at the end of a way (m). */
export function isBehind(along: FloatNode, squaredAside: FloatNode, way: Vec3Node): BoolNode {
  return along.lessThan(0).and(squaredAside.lessThan(way.lengthSquared().mul(BEHIND)));
}

/** The side over which an agent turns to what is straight behind: a unit vector across the flight, its own. */
export function sideOf({ ahead, own }: Flight, { dimensions }: Ground): Vec3Node {
  const { x, y, z } = ahead;
  if (dimensions === 2) {
    const left = vec3(y.negate(), x, 0);
    return select(left.dot(own).lessThan(0), left.negate(), left);
  }
  const across = own.sub(ahead.mul(own.dot(ahead)));
  // Else across the axis that the flight leans on least.
  const other = select(
    x.abs().lessThanEqual(y.abs()),
    vec3(0, z.negate(), y),
    vec3(z, 0, x.negate()),
  );
  const some = select(across.lengthSquared().greaterThan(NO_SIDE), across, other);
  return some.mul(float(1).div(some.length()));
}
