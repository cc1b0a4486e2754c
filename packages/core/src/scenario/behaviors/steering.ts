import * as z from 'zod';
import { aimed, band, quantity, weight } from '../quantities.ts';

/** Behaviors that go somewhere or after somebody. */
export const steeringSchemas = {
  seek: z
    .strictObject({
      type: z.literal('seek'),
      weight: weight('kg/s', 1),
      ...aimed,
      ...band,
    })
    .meta({
      description: 'Toward a target at maximum speed: weight x (desired velocity - velocity).',
    }),
  arrive: z
    .strictObject({
      type: z.literal('arrive'),
      weight: weight('kg/s', 1),
      brakingDistance: quantity('m', 1e-3, 1e5, 'Speed falls in proportion inside it.').default(5),
      ...aimed,
      ...band,
    })
    .meta({ description: 'Toward a target, slowing down to rest on it.' }),
  wander: z
    .strictObject({
      type: z.literal('wander'),
      weight: weight('N', 1),
      interval: quantity('s', 1e-3, 3600, 'Time from one random direction to the next.').default(1),
    })
    .meta({ description: 'A smooth random direction of its own for each agent.' }),
} as const;
