import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';
import { slopeSchema } from './heights-schema.ts';

/** The meaning of a character in a map. */
export const cellSchema = z.union([whole(1, 255, 'Cost of crossing the cell.'), z.literal('wall')]);

export const mapSchema = z
  .strictObject({
    rows: z
      .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.mapEdge)))
      .check(
        z.minLength(1),
        z.maxLength(LIMITS.mapEdge),
        z.meta({ description: 'Rows of characters, the first at the largest y, as on a screen.' }),
      ),
    legend: z
      ._default(z.record(z.string().check(z.length(1)), cellSchema), { '.': 1, '#': 'wall' })
      .check(
        z.meta({
          description: 'The meaning of each character: the cost of an open cell, or a wall.',
        }),
      ),
    cellSize: quantity('m', 1e-3, 1e4, 'Edge of a cell.', 1),
    origin: z
      ._default(vector, [0, 0, 0])
      .check(z.meta({ description: 'The corner of the map with the lowest x and y.' })),
    // This key has no default, because a default would appear in the scenario of every snapshot, including earlier
    // files.
    neighbors: z.optional(z.union([z.literal(4), z.literal(8)])).check(
      z.meta({
        description:
          'Steps of a path: 4, only along rows and columns, or 8, with diagonal steps. Default: 8.',
      }),
    ),
    slope: z.optional(slopeSchema),
  })
  .check(
    z.meta({
      description:
        'A map of square cells in the plane. Agents cannot enter walls, cells outside bounds that contain, or the space outside the map. Not with bounds that wrap.',
    }),
  );

export type MapInput = z.output<typeof mapSchema>;
