import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const queue = defineBehavior('queue', {
  family: 'following',
  label: 'Queue',
  description: 'Brakes behind who is ahead and slower.',
  keys: {
    weight: weight('kg/s', 4),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(5),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.5),
    cosine: quantity('1', -1, 1, 'Cosine of half the angle that counts as ahead.').default(0.8),
    species: seen,
  },
});
