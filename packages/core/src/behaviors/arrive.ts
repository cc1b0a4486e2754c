import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, weight } from './keys.ts';

export const arrive = defineBehavior('arrive', {
  family: 'steering',
  description: 'Toward a target, slowing down to rest on it.',
  keys: {
    weight: weight('kg/s', 1),
    brakingDistance: brakingDistance(5),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
