import type { BoolNode, FloatNode, Vec3Node } from '../../laws/expressions.ts';
import type { Flight } from './flight.ts';

/** Squared sine of an angle from straight behind. Within it neither side is nearer, and the agent draws one. */
const BEHIND = 1e-6;

/** A way (m), split into a part along the flight and a part across it. */
export interface Miss {
  /** How far ahead the end of the way is (m); negative behind. */
  readonly along: FloatNode;
  /** The part across the flight (m). */
  readonly across: Vec3Node;
}

export function missOf({ ahead }: Flight, way: Vec3Node): Miss {
  const along = way.dot(ahead);
  const across = way.sub(ahead.mul(along));
  // `ahead` is a unit vector only up to rounding. Far from the target, the remainder along `ahead` would act as thrust.
  const rest = across.dot(ahead);
  return { along, across: across.sub(ahead.mul(rest)) };
}

/**
 * Whether the end of `way` (m) is straight behind, given its distance ahead (m) and its squared distance aside (m^2).
 */
export function isBehind(along: FloatNode, squaredAside: FloatNode, way: Vec3Node): BoolNode {
  return along.lessThan(0).and(squaredAside.lessThan(way.lengthSquared().mul(BEHIND)));
}
