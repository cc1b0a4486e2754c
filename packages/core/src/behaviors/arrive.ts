import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';
import { arrival, toVelocity } from './parts/velocity.ts';

/**
 * Goes to the aim and slows down within `brakingDistance` of it.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const arrive = defineBehavior('arrive', {
  family: 'steering',
  label: 'Arrive',
  keys: {
    weight: weight('kg/s', 1),
    brakingDistance: brakingDistance(5),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  force(law) {
    const { aim, self, parameters } = law;
    return toVelocity(arrival(aim.offset, self.maxSpeed, parameters.brakingDistance), law);
  },
});
