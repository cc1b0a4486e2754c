import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';
import { awayFrom, toVelocity } from './parts/velocity.ts';

/**
 * Flees from the aim. An agent exactly on its aim flees in a random direction, so that two agents on the same spot move
 * apart.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const flee = defineBehavior('flee', {
  family: 'steering',
  label: 'Flee',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
  wants: ({ aim, parameters }) => aim.offset.withLength(parameters.weight.negate()),
  force: (law) => toVelocity(awayFrom(law.aim.offset, law), law),
});
