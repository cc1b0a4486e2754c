import { type BoolNode, type FloatNode, select, type Vec3Node } from '../../laws/expressions.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Returns the time (s) until a body that starts here at `speed` (m/s) can meet another body. The other body is now at
 * `offset` (m) and keeps its `velocity` (m/s). The time is the smallest t > 0 with |offset + velocity t| = speed t, or
 * infinity if the bodies cannot meet.
 *
 * Let a = dot(velocity, velocity) - speed^2, h = dot(offset, velocity) and c = dot(offset, offset). Then the smallest
 * positive root of a t^2 + 2 h t + c = 0 is c / (sqrt(h^2 - a c) - h). This holds whether a is positive, negative or 0.
 */
export function interceptionTime(
  offset: Vec3Node,
  velocity: Vec3Node,
  speed: FloatNode,
): FloatNode {
  const a = velocity.dot(velocity).sub(speed.mul(speed));
  const h = offset.dot(velocity);
  const c = offset.dot(offset);
  const discriminant = h.mul(h).sub(a.mul(c));
  const divisor = discriminant.sqrt().sub(h);
  // The time is 0 at distance 0, and infinite where the square root or the divisor is NaN.
  return select(c.equal(0), 0, select(divisor.greaterThan(0), c.div(divisor), NEVER));
}

/** The first contact of two bodies that both keep their velocities. */
export interface Contact {
  readonly happens: BoolNode;
  /** Seconds until the contact; 0 if the bodies already touch. Only meaningful if `happens` is true. */
  readonly time: FloatNode;
  /**
   * Returns whether the centers of the bodies come nearer to each other than `share` times the contact distance. The
   * bodies are assumed to pass through each other.
   */
  isHeadOn(share: number): BoolNode;
}

/**
 * Finds the first contact of two bodies. Their centers are at `offset` (m) from each other, and the offset changes at
 * `velocity` (m/s). The contact is at the first t >= 0 with |offset + velocity t| = `reach` (m). `reach` is the
 * distance between the centers at the contact.
 *
 * Let s be the squared length of the velocity, and let h = dot(offset, velocity). Let c = dot(offset, offset) - reach^2
 * and d = h^2 - s c. Then the time is c / (sqrt(d) - h). If the bodies are far apart compared with their size, rounding
 * would destroy all digits of d. By Lagrange's identity, d also equals s reach^2 - |cross(offset, velocity)|^2. In this
 * form, d keeps its digits.
 */
export function contactOf(offset: Vec3Node, velocity: Vec3Node, reach: FloatNode): Contact {
  const c = offset.lengthSquared().sub(reach.mul(reach));
  const h = offset.dot(velocity);
  const squaredSpeed = velocity.lengthSquared();
  const miss = offset.cross(velocity).lengthSquared();
  const d = squaredSpeed.mul(reach.mul(reach)).sub(miss);
  const touches = c.lessThan(0);
  return {
    happens: touches.or(h.lessThan(0).and(d.greaterThan(0))),
    time: select(touches, 0, c.div(d.sqrt().sub(h))),
    isHeadOn(share) {
      const room = reach.mul(share);
      return miss.lessThan(squaredSpeed.mul(room.mul(room)));
    },
  };
}

/**
 * Returns the time (s) until two bodies are nearest to each other, if both keep their velocities. Their offset (m)
 * changes at `velocity` (m/s). If the bodies already move apart, the result is negative. If their distance never
 * changes, the result is 0.
 */
export function nearestTime(offset: Vec3Node, velocity: Vec3Node): FloatNode {
  const squared = velocity.lengthSquared();
  return select(squared.greaterThan(0), offset.dot(velocity).div(squared).negate(), 0);
}
