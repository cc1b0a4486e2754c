import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';

export const flee = defineBehavior('flee', {
  family: 'steering',
  description: 'Straight away from its aim at maximum speed.',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
