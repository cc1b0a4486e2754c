import type { BoolNode, FloatNode, Vec3Node } from '../../laws/expressions.ts';
import type { Flight } from './flight.ts';

/** Squared sine of the angle below which what is straight behind has no side: one is drawn. */
const BEHIND = 1e-6;

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
