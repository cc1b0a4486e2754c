import { defineBehavior } from './define-behavior.ts';
import { aimed, band, prediction, weight } from './keys.ts';

export const evade = defineBehavior('evade', {
  family: 'steering',
  description: 'Away from where its aim will be, at maximum speed.',
  keys: {
    weight: weight('kg/s', 1),
    prediction: prediction(4),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
