import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { toVelocity } from './parts/velocity.ts';

/**
 * Goes straight to the aim. If the agent is exactly on its aim, the desired velocity is 0.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const seek = defineBehavior('seek', {
  family: 'steering',
  label: 'Go to target',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  wants: ({ aim, parameters }) => aim.offset.withLength(parameters.weight),
  force: (law) => toVelocity(law.aim.offset.withLength(law.self.maxSpeed), law),
});
