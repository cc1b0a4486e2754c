import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen } from './keys.ts';

export const orca = defineBehavior('orca', {
  family: 'crowd',
  label: 'Avoid collisions',
  description:
    'Optimal reciprocal collision avoidance: replaces the force of the behaviors before it by the force that gives the nearest collision-free velocity. maxForce limits only the behaviors before it; minSpeed does not hold. Behaviors after it add to its force, which is then no longer collision-free. It expects agents with "orca" that see its species to do half of the avoiding, and all other agents to do none.',
  keys: {
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within this distance are avoided.', 15),
    maxNeighbors: whole(
      1,
      MAX_NEIGHBORS,
      'MAX number of neighbors that are avoided. The nearest count.',
      10,
    ),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies where there is room.', 0),
    timeHorizon: quantity('s', 1e-3, 1e3, 'Time ahead without contact.', 5),
    timeHorizonObstacles: quantity('s', 1e-3, 1e3, 'Time ahead without contact with obstacles.', 5),
    species: seen,
  },
  needs: ['maxSpeed'],
  filters: true,
});
