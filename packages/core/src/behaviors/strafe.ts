import * as z from 'zod';
import { defineBehavior } from './define-behavior.ts';
import { aimed, band, weight } from './keys.ts';

export const strafe = defineBehavior('strafe', {
  family: 'crowd',
  description:
    'Circles what it is aimed at: 82.6 degrees off the line to it, at maximum speed. Under "context" it wants all directions of that side, most of all that one, and none straight ahead.',
  keys: {
    weight: weight('kg/s', 1),
    ...aimed,
    ...band,
    hand: z.enum(['left', 'right', 'own', 'none']).default('own').meta({
      description:
        'The side it goes around to, as seen facing what it circles: "own" is drawn for each agent, "none" keeps the side it moves to.',
    }),
  },
  needs: ['maxSpeed'],
});
