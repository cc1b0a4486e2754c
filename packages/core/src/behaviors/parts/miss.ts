import type { BoolNode, FloatNode, Vec3Node } from '../../laws/expressions.ts';
import type { Flight } from './flight.ts';

/**
 * Square of the sine of a small angle. If the direction to a target differs from straight behind by less than this
 * angle, the target counts as straight behind. The agent then turns to a random side.
 */
const BEHIND = 1e-6;

/** An offset (m), split into two parts: one along the agent's flight, and one perpendicular to the flight. */
export interface Miss {
  /**
   * The part of the offset that is parallel to the flight (m); negative if the end of the offset is behind the agent.
   */
  readonly along: FloatNode;
  /** The part of the offset that is perpendicular to the flight (m). */
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
 * Whether the point at offset `way` (m) is straight behind. `along` is its distance ahead (m), and `squaredAside` is
 * the square of its distance aside (m^2).
 */
export function isBehind(along: FloatNode, squaredAside: FloatNode, way: Vec3Node): BoolNode {
  return along.lessThan(0).and(squaredAside.lessThan(way.lengthSquared().mul(BEHIND)));
}
