import { vec3 } from '../laws/expressions.ts';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';

export const gravity = defineBehavior('gravity', {
  family: 'guidance',
  label: 'Gravity',
  keys: {
    acceleration: quantity('m/s^2', 0, 1e4, 9.80665),
  },
  force: ({ self, parameters }) => vec3(-0, self.mass.mul(parameters.acceleration).negate(), -0),
});
