import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';
import { slopeSchema } from './heights-schema.ts';

/** The meaning of a character in a map: the cost of a cell, or a wall. */
export const cellSchema = z.union([whole(1, 255, 'Cost of crossing the cell.'), z.literal('wall')]);

export const mapSchema = z
  .strictObject({
    rows: z.array(z.string().check(z.minLength(1), z.maxLength(LIMITS.mapEdge))).check(
      z.minLength(1),
      z.maxLength(LIMITS.mapEdge),
      z.meta({
        description: 'Rows of characters. The first row has the largest y, as on a screen.',
      }),
    ),
    legend: z
      ._default(z.record(z.string().check(z.length(1)), cellSchema), { '.': 1, '#': 'wall' })
      .register(z.globalRegistry, {
        description: 'What each character stands for: an open cell, given by its cost, or a wall.',
      }),
    cellSize: quantity('m', 1e-3, 1e4, 'Edge of a cell.', 1),
    origin: z._default(vector, [0, 0, 0]).register(z.globalRegistry, {
      description: 'Position of the corner of the map that has the lowest x and y.',
    }),
    // This key has no default, because a default would appear in the scenario of every snapshot, including earlier
    // files.
    neighbors: z.optional(z.union([z.literal(4), z.literal(8)])).register(z.globalRegistry, {
      description:
        'Number of cells to which a path can step from a cell: 4 along rows and columns, or 8 with the diagonals. Default: 8.',
    }),
    slope: z.optional(slopeSchema),
  })
  .register(z.globalRegistry, {
    description:
      'A map of square cells in the plane. Agents are stopped by walls, by the edge of the map, and by bounds of type "contain". A map cannot be used with bounds of type "wrap".',
  });

export type MapInput = z.output<typeof mapSchema>;
