import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, second, weight } from './keys.ts';
import { arrival, toVelocity, where } from './parts/velocity.ts';

/**
 * Arrives between two aims: at `share` of the way from the first to the second, as both will be after the time
 * in which it gets to where that point is now, at maximum speed. `from` and `to` are of the way to that point.
 *
 * source: interpose of Buckland 2005, Programming Game AI by Example, as Yuka has it
 */
export const interpose = defineBehavior('interpose', {
  family: 'steering',
  label: 'Get between',
  description: 'Arrives between two aims, at their predicted positions.',
  keys: {
    weight: weight('kg/s', 1),
    share: quantity('1', 0, 1, 'Position between the two: 0 at the first, 1 at the second.', 0.5),
    brakingDistance: brakingDistance(5),
    ...aimed,
    second,
    ...band,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, second, self, parameters } = law;
    const { share, brakingDistance, from, to } = parameters;
    const now = aim.offset.mix(second.offset, share);
    const distance = now.length();
    const time = select(self.maxSpeed.greaterThan(0), distance.div(self.maxSpeed), 0);
    const then = now.add(aim.velocity.mix(second.velocity, share).mul(time));
    const isNear = distance.greaterThanEqual(from).and(distance.lessThanEqual(to));
    return where(isNear, toVelocity(arrival(then, self.maxSpeed, brakingDistance), law));
  },
});
