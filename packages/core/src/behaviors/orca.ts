import { MAX_NEIGHBORS } from '../schema/limits.ts';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen } from './keys.ts';

export const orca = defineBehavior('orca', {
  family: 'crowd',
  label: 'Avoid collisions',
  keys: {
    radius: quantity('m', 1e-3, 1e4, 15),
    maxNeighbors: whole(1, MAX_NEIGHBORS, 10),
    margin: quantity('m', 0, 1e4, 0),
    timeHorizon: quantity('s', 1e-3, 1e3, 5),
    timeHorizonObstacles: quantity('s', 1e-3, 1e3, 5),
    headway: quantity('s', 0, 60, 0),
    keepRight: quantity('1', 0, 10, 0),
    species: seen,
  },
  needs: ['maxSpeed'],
  filters: true,
});
