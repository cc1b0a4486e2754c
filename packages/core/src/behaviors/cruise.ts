import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const cruise = defineBehavior('cruise', {
  family: 'steering',
  label: 'Keep a speed',
  description: 'Keeps a speed along the course: weight x (speed - |velocity|).',
  keys: {
    weight: weight('kg/s', 1),
    speed: quantity('m/s', 0, 1e4, 'The speed it takes up and keeps.').default(5),
  },
});
