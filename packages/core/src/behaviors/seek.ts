import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';

export const seek = defineBehavior('seek', {
  family: 'steering',
  description: 'Toward a target at maximum speed: weight x (desired velocity - velocity).',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
  },
  needs: ['maxSpeed'],
});
