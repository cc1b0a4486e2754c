import { type FloatNode, select } from '../laws/expressions.ts';
import type { Other } from '../laws/neighbor-nodes.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';
import { where } from './parts/velocity.ts';

/**
 * Brakes behind neighbors that are ahead of the agent and no faster than the agent. The gap is the distance between the
 * two bodies, minus `margin`. The strength depends on the share, which is 1 - gap / radius. The share is 1 if there is
 * no gap, and 0 if the gap is as long as `radius`.
 *
 * The course is the direction of the velocity. For an agent at rest, the course is the direction of the force of
 * earlier behaviors in the list.
 *
 * The force is against the course and has two parts:
 *
 * - The first part is weight * share * (how much slower the neighbor is along the course).
 * - The second part cancels a fraction of the force of earlier behaviors along the course. This fraction is the share.
 *   Otherwise that force would slowly push the agent into the neighbor. If forces are composed by priority, this part
 *   is 0.
 *
 * If there are several such neighbors, each part takes its largest value. If the parts were added up, a crowd ahead
 * would throw the agent back.
 *
 * source: the behavior "queuing" in Reynolds 1999. There, vehicles brake for slower vehicles ahead, and also keep apart
 */
export const queue = defineBehavior('queue', {
  family: 'following',
  label: 'Queue',
  keys: {
    weight: weight('kg/s', 4),
    radius: quantity('m', 1e-3, 1e4, 5),
    margin: quantity('m', 0, 1e4, 0.5),
    cosine: quantity('1', -1, 1, 0.8),
    species: seen,
  },
  force({ self, neighbors, parameters: { weight, radius, margin, cosine } }) {
    const others = neighbors.within(radius);
    const speed = self.velocity.length();
    const moves = speed.greaterThan(0);
    const along = select(moves, self.velocity, self.force);
    const size = select(moves, speed, self.force.length());
    const goes = size.greaterThan(0);
    const course = along.div(select(goes, size, 1));
    const kept = self.radius.add(margin);
    const behind = (other: Other) => {
      const slower = speed.sub(other.velocity.dot(course));
      const isAhead = other.offset.dot(course).greaterThan(cosine.mul(other.distance));
      const gap = other.distance.sub(kept.add(other.radius)).max(0);
      const share = gap.div(radius).negate().add(1);
      return { counts: isAhead.and(slower.greaterThanEqual(0)), slower, share };
    };
    const highest = (value: (of: ReturnType<typeof behind>) => FloatNode) =>
      others.max((other) => select(behind(other).counts, value(behind(other)), 0)).max(0);
    const share = highest((of) => of.share);
    const brake = highest((of) => of.slower.mul(of.share));
    const held = self.force.dot(course).max(0).mul(share);
    const push = weight.mul(brake).add(held);
    return where(goes.and(push.greaterThan(0)), course.mul(push.negate()));
  },
});
