import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';

export const tether = defineBehavior('tether', {
  family: 'steering',
  description: 'Stays in range of its aim: pulled back when it gets too far away.',
  keys: {
    weight: weight('N', 10),
    length: quantity('m', 0, 1e5, 'Within this distance of its aim it is free.').default(20),
    margin: quantity('m', 1e-3, 1e5, 'The pull grows over this distance beyond.').default(5),
    ...aimed,
    ...band,
  },
});
