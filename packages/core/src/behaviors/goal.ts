import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, weight } from './keys.ts';
import { arrival, toVelocity } from './parts/velocity.ts';

/**
 * The agent goes to its own goal, and slows down within `brakingDistance` of it.
 *
 * source: the behavior "arrival" in Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const goal = defineBehavior('goal', {
  family: 'crowd',
  label: 'Go to goal',
  keys: {
    weight: weight('kg/s', 1),
    brakingDistance: brakingDistance(1),
  },
  needs: ['maxSpeed', 'goals'],
  aim: 'goal',
  force(law) {
    const { aim, self, parameters } = law;
    return toVelocity(arrival(aim.offset, self.maxSpeed, parameters.brakingDistance), law);
  },
});
