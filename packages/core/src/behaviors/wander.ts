import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const wander = defineBehavior('wander', {
  family: 'steering',
  description: 'A smooth random direction of its own for each agent.',
  keys: {
    weight: weight('N', 1),
    interval: quantity('s', 1e-3, 3600, 'Time from one random direction to the next.').default(1),
  },
});
