import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';

export const pursue = defineBehavior('pursue', {
  family: 'steering',
  description: 'To where it meets its aim, at maximum speed.',
  keys: {
    weight: weight('kg/s', 1),
    prediction: prediction(4),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
