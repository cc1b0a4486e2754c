import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const avoidance = defineBehavior('avoidance', {
  family: 'avoidance',
  label: 'Avoid obstacles',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity('s', 0, 60, 1),
    margin: quantity('m', 0, 1e4, 0),
    steer: choice(['around', 'reflect']),
  },
});
