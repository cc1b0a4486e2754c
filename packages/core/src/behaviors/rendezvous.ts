import { vector } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, instant } from './keys.ts';

export const rendezvous = defineBehavior('rendezvous', {
  family: 'guidance',
  label: 'Be there in time',
  description:
    'Touches the target at a given time at a given velocity, with the least effort; flies straight on after it.',
  keys: {
    ...instant,
    velocity: vector
      .default([0, 0, 0])
      .meta({ unit: 'm/s', description: 'Velocity at arrival; at rest when left out.' }),
    ...aimed,
  },
  hits: true,
});
