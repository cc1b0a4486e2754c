import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const anticipation = defineBehavior('anticipation', {
  family: 'avoidance',
  label: 'Foresee contacts',
  description:
    'Pushed away from each neighbor by the time t to contact: weight x (horizon - t)/(t + softening).',
  keys: {
    weight: weight('N', 2),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(10),
    horizon: quantity('s', 0, 60, 'Contacts up to this time ahead count.').default(4),
    softening: quantity('s', 1e-3, 60, 'Added to the time to contact.').default(0.1),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.2),
    species: seen,
  },
});
