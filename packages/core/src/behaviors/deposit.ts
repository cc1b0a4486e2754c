import * as z from 'zod/mini';
import { vec3 } from '../laws/expressions.ts';
import { name, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';

export const deposit = defineBehavior('deposit', {
  family: 'fields',
  label: 'Leave a trail',
  description: 'Adds rate × dt to the field cell that contains the agent. Adds no force.',
  keys: {
    rate: quantity(
      '1/s',
      -1e6,
      1e6,
      'How fast the agent raises the value of the cell that contains the agent. A negative rate lowers the value.',
      1,
    ),
    field: name.check(z.meta({ description: 'Name of the field.' })),
  },
  force: () => vec3(0, 0, 0),
  deposit: ({ settings, dt, parameters: { rate } }) => ({ [settings.field]: rate.mul(dt) }),
});
