import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const containment = defineBehavior('containment', {
  family: 'avoidance',
  description: 'Back from the walls of the bounds. Needs bounds with min and max.',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity('s', 0, 60, 'The position this far ahead is kept inside.').default(0.5),
    margin: quantity('m', 1e-3, 1e4, 'The push grows over this distance from the wall.').default(1),
  },
  needs: ['bounds'],
});
