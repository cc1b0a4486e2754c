import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';

export const alignment = defineBehavior('alignment', {
  family: 'flocking',
  label: 'Align with others',
  description: 'Steers toward the mean velocity, or the mean heading, of the neighbors.',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within this distance count.', 7.5),
    cosine: cosineOfView,
    species: seen,
    of: choice(
      ['velocity', 'heading'],
      '"velocity" pulls along (their mean velocity - its own); "heading" pulls with weight x (their mean heading - its own), both unit vectors.',
    ),
  },
  reads: ({ of }) => (of === 'heading' ? ['heading'] : []),
});
