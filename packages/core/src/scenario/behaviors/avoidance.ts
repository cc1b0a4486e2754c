import * as z from 'zod';
import { quantity, weight } from '../quantities.ts';

/** Behaviors that keep out of the way of obstacles, walls and others. */
export const avoidanceSchemas = {
  avoidance: z
    .strictObject({
      type: z.literal('avoidance'),
      weight: weight('N', 30),
      lookAhead: quantity(
        's',
        0,
        60,
        'How far ahead along the velocity obstacles are seen.',
      ).default(1),
      margin: quantity('m', 0, 1e4, 'Distance kept from obstacles, beside the own radius.').default(
        0,
      ),
    })
    .meta({
      description:
        'Sideways around the nearest obstacle ahead, stronger the nearer it is; outward when inside one.',
    }),
  containment: z
    .strictObject({
      type: z.literal('containment'),
      weight: weight('N', 30),
      lookAhead: quantity('s', 0, 60, 'The position this far ahead is kept inside.').default(0.5),
      margin: quantity('m', 1e-3, 1e4, 'The push grows over this distance from the wall.').default(
        1,
      ),
    })
    .meta({ description: 'Back from the walls of the bounds. Needs bounds with min and max.' }),
} as const;
