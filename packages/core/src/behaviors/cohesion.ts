import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';

export const cohesion = defineBehavior('cohesion', {
  family: 'flocking',
  label: 'Keep together',
  description: 'Pulls toward the mean position of the neighbors.',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors farther away than this are ignored.', 9),
    cosine: cosineOfView,
    species: seen,
    of: choice(
      ['direction', 'offset'],
      'With "direction", the pull is the same at any distance. With "offset", it is weight (N/m) × the distance to the mean position of the neighbors.',
    ),
  },
});
