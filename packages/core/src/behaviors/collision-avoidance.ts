import { type FloatNode, float, select, uint, type Vec3Node } from '../laws/expressions.ts';
import type { Other } from '../laws/neighbor-nodes.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';
import { frameOf } from './parts/frame.ts';
import { nearestTime } from './parts/meeting.ts';
import { where } from './parts/velocity.ts';

/**
 * Cosine of 45 degrees. Two courses count as parallel or opposed if the angle between their lines is at most 45
 * degrees.
 */
const PARALLEL = 0.707;
/**
 * If the sideways distance to the threat's future position is less than this, the position counts as neither left nor
 * right. The value is a fraction of the sum of both radii and `margin`.
 */
const HEAD_ON = 1e-3;

/**
 * Unaligned collision avoidance. A neighbor is a threat if, at the present velocities, the gap to its body will become
 * less than `margin` within `horizon`. The agent avoids only the soonest threat. If several threats are equally soon,
 * the agent avoids the threat with the lowest id.
 *
 * - A neighbor that already touches the agent comes before all other threats. If several neighbors touch the agent, the
 *   nearest comes first. The agent moves directly away from that neighbor. If both agents are on the same spot, the
 *   agent moves in a random direction. If agent and threat are both at rest, the agent also moves directly away.
 * - If the courses are within 45 degrees of parallel or opposed, the agent goes sideways, away from the threat's future
 *   position. The agent does the same if one of the two agents is at rest. If the threat's future position is neither
 *   to the left nor to the right, agents that approach each other both go right. If one agent follows the other in a
 *   straight line, the rear agent goes right and the front agent goes left.
 * - If the courses cross, only the slower agent yields. It pushes sideways against the course of the faster agent, and
 *   passes behind that agent. If both are equally fast, the agent with the lower id yields.
 *
 * source: the behavior "unaligned collision avoidance" in Reynolds 1999. Another source is steerToAvoidNeighbors of
 * OpenSteer, SteerLibrary.h. In OpenSteer, the faster agent yields. Yet a comment in the code of OpenSteer says that
 * the slower agent yields
 */
export const collisionAvoidance = defineBehavior('collisionAvoidance', {
  family: 'avoidance',
  label: 'Make way',
  keys: {
    weight: weight('N', 10),
    radius: quantity('m', 1e-3, 1e4, 10),
    horizon: quantity('s', 0, 60, 3),
    margin: quantity('m', 0, 1e4, 0.5),
    species: seen,
  },
  force({ self, neighbors, random, parameters, ground }) {
    const { weight, radius, horizon, margin } = parameters;
    const others = neighbors.within(radius);
    const bodiesOf = (radius: FloatNode) => self.radius.add(radius);
    const threatOf = ({ offset, distanceSquared, velocity, radius }: Other) => {
      const bodies = bodiesOf(radius);
      const touches = distanceSquared.lessThan(bodies.mul(bodies)).or(distanceSquared.equal(0));
      const drift = velocity.sub(self.velocity);
      const time = nearestTime(offset, drift);
      const then = offset.add(drift.mul(time));
      const reach = bodies.add(margin);
      const isNear = then.lengthSquared().lessThan(reach.mul(reach));
      const isSoon = time.greaterThanEqual(0).and(time.lessThan(horizon));
      const isThreat = touches.or(isSoon.and(isNear));
      const order = select(touches, beforeAll(distanceSquared), time);
      return { isThreat, order: select(isThreat, order, Number.POSITIVE_INFINITY) };
    };
    const orderOf = (other: Other) => threatOf(other).order;
    const order = others.lowest(orderOf, orderOf);
    const offset = others.lowest(orderOf, (other) => other.offset);
    const velocity = others.lowest(orderOf, (other) => other.velocity);
    const theirBody = others.lowest(orderOf, (other) => other.radius);
    const theirId = others.lowest(orderOf, (other) => other.id.toFloat());
    const isThreatened = others.any((other) => threatOf(other).isThreat);

    const [own, theirs] = [self.velocity.length(), velocity.length()];
    const [moves, theyMove] = [own.greaterThan(0), theirs.greaterThan(0)];
    const rests = moves.or(theyMove).not();
    const apart = select(
      offset.lengthSquared().greaterThan(0),
      offset.negate().normalize(),
      random.at(0).direction(),
    );
    // An agent at rest has no course of its own, so its course is the direction that the other agent comes from.
    const inverse = select(rests, 0, float(1).div(select(moves, own, theirs.negate())));
    const course = select(moves, self.velocity, velocity).mul(inverse);
    const across = (way: Vec3Node) => way.sub(course.mul(way.dot(course)));
    const cosine = self.velocity.dot(velocity).div(own.mul(theirs));
    const crosses = moves.and(theyMove).and(cosine.abs().lessThan(PARALLEL));
    const isLater = self.id.toFloat().greaterThan(theirId);
    const isFaster = own.greaterThan(theirs).or(own.equal(theirs).and(isLater));

    const then = offset.add(velocity.sub(self.velocity).mul(order));
    const aside = across(then.negate());
    const { right } = frameOf(course.normalize(), ground.dimensions);
    const isAhead = offset.dot(course).greaterThan(0);
    const room = bodiesOf(theirBody).add(margin).mul(HEAD_ON);
    const sideways = select(
      aside.length().lessThan(room),
      right.mul(select(isAhead, 1, -1)),
      aside.normalize(),
    );
    const behind = across(velocity.negate()).normalize();
    const isApart = order.lessThan(0).or(rests);
    const acts = isThreatened.and(isApart.or(crosses.and(isFaster).not()));
    const way = select(isApart, apart, select(crosses, behind, sideways));
    return where(acts, way.mul(weight));
  },
});

/** The bits of the f32 value -infinity. */
const LOWEST = 0xff800000;

/**
 * Maps values >= 0 to values below 0, and keeps their order. So all results are lower than any time, because times are
 * >= 0.
 */
function beforeAll(value: FloatNode): FloatNode {
  // Floats of the same sign are ordered like their bits.
  return uint(LOWEST).sub(value.toBits()).fromBits();
}
