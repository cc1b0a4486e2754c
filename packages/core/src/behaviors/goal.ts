import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, weight } from './keys.ts';
import { arrival, toVelocity } from './parts/velocity.ts';

/** source: arrival of Reynolds 1999, Steering Behaviors for Autonomous Characters */
export const goal = defineBehavior('goal', {
  family: 'crowd',
  label: 'Go to goal',
  description:
    "Goes to the agent's own goal at maximum speed, slowing down to rest on it: weight x (desired velocity - velocity). A weight of mass/dt gives the desired velocity within one tick. Needs a species with goals.",
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
