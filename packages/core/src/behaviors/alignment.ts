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
      'What is compared with the mean. "velocity": the pull is weight × the direction of the difference. "heading", a unit vector: weight × the difference.',
    ),
  },
  reads: ({ of }) => (of === 'heading' ? ['heading'] : []),
});
