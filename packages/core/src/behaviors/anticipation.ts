import { select, vec3 } from '../laws/expressions.ts';
import type { Other } from '../laws/neighbor-nodes.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';
import { frameOf } from './parts/frame.ts';
import { contactOf } from './parts/meeting.ts';
import { where } from './parts/velocity.ts';

/**
 * A meeting of two agents is head-on if their centers, at their present velocities, will pass each other closer than a
 * bound. This is the bound, as a fraction of the sum of both radii and `margin`. In a head-on meeting, the push points
 * to neither side.
 */
const HEAD_ON = 1e-3;
/** The sideways force in a head-on meeting, as a fraction of the push. */
const SIDESTEP = 0.1;
const NOTHING = vec3(0, 0, 0);

/**
 * Pushes an agent away from every neighbor that it will touch within `horizon` at the present velocities. Two bodies
 * touch if the gap between them is smaller than `margin`. The sooner the contact, the stronger the push.
 *
 * The push points from the position of the neighbor at the contact to the position of the agent at the contact. If the
 * two touch already, the push leads straight away from the neighbor. If both are on the same spot, each agent is pushed
 * in a random direction. In a head-on meeting, this push would only brake the agents. So both agents also sidestep a
 * little to their right.
 *
 * source: Guy and Karamouzas 2015, Guide to Anticipatory Collision Avoidance, Game AI Pro 2, chapter 19
 */
export const anticipation = defineBehavior('anticipation', {
  family: 'avoidance',
  label: 'Anticipate collisions',
  keys: {
    weight: weight('N', 2),
    radius: quantity('m', 1e-3, 1e4, 10),
    horizon: quantity('s', 0, 60, 4),
    softening: quantity('s', 1e-3, 60, 0.1),
    margin: quantity('m', 0, 1e4, 0.2),
    species: seen,
  },
  force({ self, neighbors, random, parameters, ground }) {
    const { weight, radius, horizon, softening, margin } = parameters;
    const others = neighbors.within(radius);
    const meetingWith = ({ offset, velocity, radius: body }: Other) => {
      const drift = velocity.sub(self.velocity);
      const contact = contactOf(offset, drift, self.radius.add(margin).add(body));
      const acts = contact.happens.and(contact.time.lessThan(horizon));
      const way = offset.add(drift.mul(contact.time));
      const distance = way.length();
      const urgency = horizon.sub(contact.time).div(contact.time.add(softening).mul(distance));
      const push = way.mul(select(distance.greaterThan(0), urgency, 0));
      return {
        acts,
        isUpon: acts.and(distance.equal(0)),
        push: select(acts, push, NOTHING),
        course: select(
          acts.and(contact.isHeadOn(HEAD_ON)),
          select(offset.dot(drift).lessThan(0), push, push.negate()),
          NOTHING,
        ),
      };
    };
    const acts = others.any((other) => meetingWith(other).acts);
    const toward = others.sum((other) => meetingWith(other).push);
    const course = others.sum((other) => meetingWith(other).course);
    const upon = others.sum((other) => select(meetingWith(other).isUpon, 1, 0));
    const own = random.at(0).direction();
    const { right } = frameOf(course.normalize(), ground.dimensions);
    const push = own
      .mul(upon.mul(horizon.div(softening)))
      .add(right.mul(course.length().mul(SIDESTEP)))
      .sub(toward);
    return where(acts, push.mul(weight));
  },
});
