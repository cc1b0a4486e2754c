import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const collisionAvoidance = defineBehavior('collisionAvoidance', {
  family: 'avoidance',
  label: 'Out of the way',
  description:
    'Unaligned: out of the way of the neighbor that it would first come too near to, sideways or behind it.',
  keys: {
    weight: weight('N', 10),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(10),
    horizon: quantity('s', 0, 60, 'Meetings up to this time ahead count.').default(3),
    margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.5),
    species: seen,
  },
});
