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
    })
    .meta({ description: 'Toward the mean position of the neighbors: weight x unit vector.' }),
  alignment: z
    .strictObject({
      type: z.literal('alignment'),
      weight: weight('N', 8),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(7.5),
      cosine: cosineOfView,
      species: seen,
    })
    .meta({ description: 'Toward the mean velocity of the neighbors: weight x unit vector.' }),
  separation: z
    .strictObject({
      type: z.literal('separation'),
      weight: weight('N', 12),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it count.').default(5),
      cosine: cosineOfView,
      species: seen,
    })
    .meta({
      description:
        'Away from the neighbors, each counted as 1/distance: weight x unit vector. Agents on one spot part in random directions.',
    }),
} as const;
