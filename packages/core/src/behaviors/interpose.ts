import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, brakingDistance, second, weight } from './keys.ts';

export const interpose = defineBehavior('interpose', {
  family: 'steering',
  label: 'Get between',
  description: 'Arrives between two aims, as they will be then.',
  keys: {
    weight: weight('kg/s', 1),
    share: quantity('1', 0, 1, 'Where between the two: 0 at the first, 1 at the second.').default(
      0.5,
    ),
    brakingDistance: brakingDistance(5),
    ...aimed,
    second,
    ...band,
  },
  needs: ['maxSpeed'],
});
