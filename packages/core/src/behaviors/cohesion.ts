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
      '"direction" pulls with the same force at any distance; "offset" pulls with weight (N/m) x the distance to the mean position of the neighbors.',
    ),
  },
});
