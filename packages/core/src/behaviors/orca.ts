import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen } from './keys.ts';

export const orca = defineBehavior('orca', {
  family: 'crowd',
  label: 'Avoid collisions',
  description:
    'Optimal reciprocal collision avoidance: replaces the force of the behaviors before it by the one that gives the nearest collision-free velocity. maxForce limits only the behaviors before it; minSpeed does not hold. Behaviors after it add to its force, which is then not collision-free. It expects others with "orca" that see this species to do half of the avoiding, and all other agents none.',
  keys: {
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within this distance are avoided.', 15),
    maxNeighbors: whole(1, MAX_NEIGHBORS, 'How many of them at most; the nearest count.', 10),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies where there is room.', 0),
    timeHorizon: quantity('s', 1e-3, 1e3, 'Time ahead without contact.', 5),
    timeHorizonObstacles: quantity('s', 1e-3, 1e3, 'The same for obstacles.', 5),
    species: seen,
  },
  needs: ['maxSpeed'],
  filters: true,
});
