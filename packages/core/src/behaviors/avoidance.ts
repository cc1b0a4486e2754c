import * as z from 'zod';
import { quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { weight } from './keys.ts';

export const avoidance = defineBehavior('avoidance', {
  family: 'avoidance',
  label: 'Around obstacles',
  description:
    'Around the nearest obstacle ahead, stronger the nearer it is; outward when inside one.',
  keys: {
    weight: weight('N', 30),
    lookAhead: quantity('s', 0, 60, 'How far ahead along the velocity obstacles are seen.').default(
      1,
    ),
    margin: quantity('m', 0, 1e4, 'Distance kept from obstacles, beside the own radius.').default(
      0,
    ),
    steer: z.enum(['around', 'reflect']).default('around').meta({
      description:
        '"around" pushes sideways; "reflect" along the course as the surface reflects it, and sideways where that leads back.',
    }),
  },
});
