import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';

export const alignment = defineBehavior('alignment', {
  family: 'flocking',
  label: 'Align with others',
  description: 'Steers toward the mean velocity, or the mean heading, of the neighbors.',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors farther away than this are ignored.', 7.5),
    cosine: cosineOfView,
    species: seen,
    of: choice(
      ['velocity', 'heading'],
      'What is compared with the mean of the neighbors: the "velocity", or the "heading" (a unit vector). With "velocity", the pull is weight × the direction of the difference, so it is the same for any difference. With "heading", it is weight × the difference.',
    ),
  },
  reads: ({ of }) => (of === 'heading' ? ['heading'] : []),
});
