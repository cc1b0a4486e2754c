import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { cosineOfView, seen, weight } from './keys.ts';

export const alignment = defineBehavior('alignment', {
  family: 'flocking',
  label: 'Align with others',
  description: 'Steers toward the mean velocity, or the mean heading, of the neighbors.',
  keys: {
    weight: weight('N', 8),
    radius: quantity('m', 1e-3, 1e4, 'Only neighbors within this distance count.', 7.5),
    cosine: cosineOfView,
    species: seen,
    of: choice(
      ['velocity', 'heading'],
      '"velocity" pulls along (mean velocity of the neighbors - velocity of the agent); "heading" pulls with weight x (mean heading of the neighbors - heading of the agent); headings are unit vectors.',
    ),
  },
  reads: ({ of }) => (of === 'heading' ? ['heading'] : []),
});
