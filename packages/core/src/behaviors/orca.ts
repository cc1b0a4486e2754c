import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen } from './keys.ts';

export const orca = defineBehavior('orca', {
  family: 'crowd',
  label: 'Avoid collisions',
  description:
    'Optimal reciprocal collision avoidance. The behaviors before this one in the list ask for a velocity. Their force is replaced by the force that gives the nearest collision-free velocity. `maxForce` limits only the behaviors before this one, and `minSpeed` has no effect. Forces of behaviors after it are added, so the result may no longer be collision-free. The agent leaves half of the avoiding to neighbors that have "orca" and see its species. With all other neighbors, the agent does all of the avoiding.',
  keys: {
    radius: quantity('m', 1e-3, 1e4, 'Only neighbors within this distance are avoided.', 15),
    maxNeighbors: whole(
      1,
      MAX_NEIGHBORS,
      'Maximum number of neighbors that are avoided. If there are more, only the nearest are avoided.',
      10,
    ),
    margin: quantity(
      'm',
      0,
      1e4,
      'Distance kept between bodies where there is enough room. With headway or keepRight, slow agents keep less.',
      0,
    ),
    timeHorizon: quantity(
      's',
      1e-3,
      1e3,
      'The chosen velocity leads to no contact with neighbors within this time.',
      5,
    ),
    timeHorizonObstacles: quantity(
      's',
      1e-3,
      1e3,
      'The chosen velocity leads to no contact with obstacles within this time.',
      5,
    ),
    headway: quantity(
      's',
      0,
      60,
      'The agent walks no faster than takes it to the next body in its lane within this time, and no slower than a tenth of its preferred speed for that reason.',
      0,
    ),
    keepRight: quantity(
      '1',
      0,
      10,
      'How far the agent turns to the right of its preferred velocity while neighbors ahead come toward it: the tangent of the angle. In the plane only.',
      0,
    ),
    species: seen,
  },
  needs: ['maxSpeed'],
  filters: true,
});
