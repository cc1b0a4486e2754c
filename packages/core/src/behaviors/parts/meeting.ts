import { type BoolNode, type FloatNode, select, type Vec3Node } from '../../laws/expressions.ts';

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

/** A contact of two bodies that go straight on. */
export interface Contact {
  readonly happens: BoolNode;
  /** In how long (s), 0 where they touch already; of no meaning where it does not happen. */
  readonly time: FloatNode;
  /** Whether the way from one to the other is along the course, but for a share of the distance of contact. */
  isHeadOn(share: number): BoolNode;
}

/**
 * The first contact of two bodies whose centers are at an offset (m) from one another and move apart at a
 * velocity (m/s): the first t >= 0 of |offset + velocity t| = `reach` (m), the sum of their radii.
 *
 * With c = offset.offset - reach^2 and h = offset.velocity it is c / (sqrt(d) - h). The discriminant
 * d = h^2 - velocity^2 c cancels for bodies much smaller than their distance: by Lagrange's identity it is
 * velocity^2 reach^2 - |offset x velocity|^2, which does not.
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
 * When (s) two bodies that go straight on are nearest, at an offset (m) from one another and moving apart at a
 * velocity (m/s): below 0 where they part already, 0 where their distance never changes.
 */
export function nearestTime(offset: Vec3Node, velocity: Vec3Node): FloatNode {
  const squared = velocity.lengthSquared();
  return select(squared.greaterThan(0), offset.dot(velocity).div(squared).negate(), 0);
}
