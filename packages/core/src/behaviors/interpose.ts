import { select } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, second, weight } from './keys.ts';
import { arrival, toVelocity, where } from './parts/velocity.ts';

/**
 * Arrives at a point between the predicted positions of two aims. The point is at the fraction `share` of the way from
 * the first aim to the second.
 *
 * Let P be the point at the same fraction between the present positions of the aims. Let t be the time (s) that the
 * agent, at maximum speed, would need to reach P. The positions of both aims are predicted t seconds ahead. The
 * behavior acts if the distance to P is at least `from` and at most `to`.
 *
 * source: the behavior "interpose" in Buckland 2005, Programming Game AI by Example, as implemented in Yuka
 */
export const interpose = defineBehavior('interpose', {
  family: 'steering',
  label: 'Get between',
  keys: {
    weight: weight('kg/s', 1),
    share: quantity('1', 0, 1, 0.5),
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
