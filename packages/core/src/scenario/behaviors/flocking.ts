import * as z from 'zod';
import { cosineOfView, quantity, seen, weight } from '../quantities.ts';

/** Behaviors that look at the neighbors, after Reynolds. */
export const flockingSchemas = {
  cohesion: z
    .strictObject({
      type: z.literal('cohesion'),
      weight: weight('N', 8),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(9),
      cosine: cosineOfView,
      species: seen,
      of: z.enum(['direction', 'offset']).default('direction').meta({
        description:
          '"direction" pulls with weight x unit vector, however far they are; "offset" with weight (N/m) x the distance to their mean position.',
      }),
    })
    .meta({ description: 'Toward the mean position of the neighbors.' }),
  alignment: z
    .strictObject({
      type: z.literal('alignment'),
      weight: weight('N', 8),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(7.5),
      cosine: cosineOfView,
      species: seen,
      of: z.enum(['velocity', 'heading']).default('velocity').meta({
        description:
          '"velocity" pulls with weight x unit vector of their mean velocity less its own; "heading" with weight x (their mean heading - its own), unit vectors. The heading is where the body faces; without turnRate the direction of its velocity, at rest the last one.',
      }),
    })
    .meta({ description: 'Toward the mean velocity, or heading, of the neighbors.' }),
  separation: z
    .strictObject({
      type: z.literal('separation'),
      weight: weight('N', 12),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(5),
      cosine: cosineOfView,
      species: seen,
      sum: z.enum(['direction', 'count']).default('direction').meta({
        description:
          '"direction" counts each as 1/distance, and pushes with weight x unit vector of the sum; "count" pushes with weight x the sum of the unit vectors from them, so the more there are the harder.',
      }),
      near: quantity(
        'm',
        0,
        1e4,
        'With sum "count": those nearer count `factor` times. It goes together with `factor`.',
      ).optional(),
      factor: quantity(
        '1',
        1e-3,
        1e6,
        'With sum "count": how often those nearer than `near` count. It goes together with `near`.',
      ).optional(),
    })
    .meta({
      description:
        'Away from the neighbors. Agents on one spot part in random directions, with weight.',
    }),
} as const;
