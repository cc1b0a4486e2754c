import { vec3 } from '../laws/expressions.ts';
import { name, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';

export const deposit = defineBehavior('deposit', {
  family: 'fields',
  label: 'Leave a trail',
  keys: {
    rate: quantity('1/s', -1e6, 1e6, 1),
    field: name,
  },
  force: () => vec3(0, 0, 0),
  deposit: ({ settings, dt, parameters: { rate } }) => ({ [settings.field]: rate.mul(dt) }),
});
