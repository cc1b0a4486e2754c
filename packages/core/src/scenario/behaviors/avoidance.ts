import * as z from 'zod';
import { quantity, seen, weight } from '../quantities.ts';

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
      steer: z.enum(['around', 'reflect']).default('around').meta({
        description:
          '"around" pushes sideways; "reflect" along the course as the surface reflects it, and sideways where that leads back.',
      }),
    })
    .meta({
      description:
        'Around the nearest obstacle ahead, stronger the nearer it is; outward when inside one.',
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
  collisionAvoidance: z
    .strictObject({
      type: z.literal('collisionAvoidance'),
      weight: weight('N', 10),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(10),
      horizon: quantity('s', 0, 60, 'Meetings up to this time ahead count.').default(3),
      margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.5),
      species: seen,
    })
    .meta({
      description:
        'Unaligned: out of the way of the neighbor that it would first come too near to, sideways or behind it.',
    }),
  anticipation: z
    .strictObject({
      type: z.literal('anticipation'),
      weight: weight('N', 2),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(10),
      horizon: quantity('s', 0, 60, 'Contacts up to this time ahead count.').default(4),
      softening: quantity('s', 1e-3, 60, 'Added to the time to contact.').default(0.1),
      margin: quantity('m', 0, 1e4, 'Distance kept between bodies.').default(0.2),
      species: seen,
    })
    .meta({
      description:
        'Pushed away from each neighbor by the time t to contact: weight x (horizon - t)/(t + softening).',
    }),
} as const;
