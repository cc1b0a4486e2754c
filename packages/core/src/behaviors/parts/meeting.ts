import { type FloatNode, select, type Vec3Node } from '../../laws/expressions.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * The time (s) until what starts here at `speed` (m/s) can meet a body at an offset (m) that moves on at a
 * velocity (m/s): the smallest t > 0 of |offset + velocity t| = speed t. Infinite where it cannot.
 *
 * With a = v.v - speed^2, h = offset.v and c = offset.offset the smaller positive root of
 * a t^2 + 2 h t + c = 0 is c / (sqrt(h^2 - a c) - h) for either sign of a, and for a = 0 too.
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
  // Of no distance at all, and not where the root or the divisor is no number.
  return select(c.equal(0), 0, select(divisor.greaterThan(0), c.div(divisor), NEVER));
}

/**
 * The time (s) until two bodies touch whose centers are at an offset (m) from one another and move apart at a
 * velocity (m/s): the first t >= 0 of |offset + velocity t| = `reach` (m), the sum of their radii. 0 where
 * they touch already, infinite where they never will.
 */
export function contactTime(offset: Vec3Node, velocity: Vec3Node, reach: FloatNode): FloatNode {
  const c = offset.dot(offset).sub(reach.mul(reach));
  const h = offset.dot(velocity);
  const discriminant = h.mul(h).sub(velocity.dot(velocity).mul(c));
  const meet = h.lessThan(0).and(discriminant.greaterThan(0));
  return select(c.lessThan(0), 0, select(meet, c.div(discriminant.sqrt().sub(h)), NEVER));
}
