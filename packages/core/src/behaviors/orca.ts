import { MOST_NEIGHBORS } from '../schema/limits.ts';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen } from './keys.ts';

export const orca = defineBehavior('orca', {
  family: 'crowd',
  label: 'Touch nobody',
  description:
    'Optimal reciprocal collision avoidance: replaces the force of the behaviors before it by the one that gives the nearest safe velocity. maxForce limits what those before it ask for, not this; minSpeed does not hold. What stands after it in the list adds to its force and is not safe. Of others with "orca" that see this species half of the avoiding is expected, of all else none.',
  keys: {
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within it are avoided.', 15),
    maxNeighbors: whole(1, MOST_NEIGHBORS, 'Only so many of them, the nearest.', 10),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies where there is room.', 0),
    timeHorizon: quantity('s', 1e-3, 1e3, 'How long to come there is to be no contact.', 5),
    timeHorizonObstacles: quantity('s', 1e-3, 1e3, 'The same of obstacles.', 5),
    species: seen,
  },
  needs: ['maxSpeed'],
  filters: true,
});
