import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, instant } from './keys.ts';

export const intercept = defineBehavior('intercept', {
  family: 'guidance',
  label: 'Hit in time',
  description:
    'Touches the target at a given time, however fast it must fly. maxForce and maxSpeed may make it late.',
  keys: {
    ...instant,
    gain: quantity(
      '1',
      1,
      20,
      'k of k x miss / (time left)^2: 2 keeps the acceleration constant, 3 takes the least effort.',
    ).default(3),
    ...aimed,
  },
  hits: true,
});
