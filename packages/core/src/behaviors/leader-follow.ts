import { float, select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';
import { courseOf, directionOf, frameOf } from './parts/frame.ts';
import { toMovingPlace, toVelocity } from './parts/velocity.ts';

/**
 * An agent ahead of the leader counts as exactly ahead if it is close to the line of the leader's course. Its distance
 * from this line must be below this fraction of `clearance`.
 */
const RIGHT_BEFORE = 1e-3;

/**
 * Arrives at a point behind its leader, and keeps out of the leader's way. The parameter `behind` is the distance (m)
 * from the leader to the point. The lane ahead of the leader has the length `lane` (m), and extends by `clearance` (m)
 * to either side. An agent in this lane does not arrive, but steers sideways at maximum speed. If the agent is exactly
 * ahead of the leader, it steers to the leader's right. If the leader is at rest and has no heading, there is no lane.
 * The agent then stops at the same distance from the leader, on any side.
 *
 * source: the behavior "leader following" in Reynolds 1999. There, the followers also keep apart from each other
 */
export const leaderFollow = defineBehavior('leaderFollow', {
  family: 'following',
  label: 'Follow the leader',
  keys: {
    weight: weight('kg/s', 2),
    brakingDistance: brakingDistance(5),
    behind: quantity('m', 0, 1e4, 3),
    lane: quantity('m', 0, 1e4, 10),
    clearance: quantity('m', 0, 1e4, 2),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, parameters, ground } = law;
    const { behind, lane, clearance } = parameters;
    const { offset, distance } = aim;
    const course = courseOf(aim, ground);
    const hasCourse = course.length().greaterThan(0);
    const { forward, right } = frameOf(directionOf(course), ground.dimensions);
    const ahead = offset.dot(forward).negate();
    const aside = offset.negate().sub(forward.mul(ahead));
    const isInLane = hasCourse
      .and(ahead.greaterThan(0))
      .and(ahead.lessThan(lane))
      .and(aside.length().lessThan(clearance));
    const isRightBefore = aside.length().lessThan(clearance.mul(RIGHT_BEFORE));
    const out = select(isRightBefore, right.mul(self.maxSpeed), aside.withLength(self.maxSpeed));
    const short = select(distance.greaterThan(0), float(1).sub(behind.div(distance)), 1);
    const way = select(hasCourse, offset.sub(forward.mul(behind)), offset.mul(short));
    return select(isInLane, toVelocity(out, law), toMovingPlace(way, aim.velocity, law));
  },
});
