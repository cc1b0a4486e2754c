import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';
import { slopeSchema } from './heights-schema.ts';

/** What a character of a map stands for. */
export const cellSchema = z.union([whole(1, 255, 'Cost of a way of one cell.'), z.literal('wall')]);

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
        z.meta({ description: 'What each character is: the cost of an open cell, or a wall.' }),
      ),
    cellSize: quantity('m', 1e-3, 1e4, 'Edge of a cell.', 1),
    origin: z
      ._default(vector, [0, 0, 0])
      .check(z.meta({ description: 'The corner of the map with the least x and y.' })),
    // Without a default, which would be in the scenario of every snapshot, of earlier files too.
    neighbors: z.optional(z.union([z.literal(4), z.literal(8)])).check(
      z.meta({
        description:
          'To how many neighboring cells a way may lead: 4, along rows and columns alone, or 8, with diagonal steps; 8 when left out.',
      }),
    ),
    slope: z.optional(slopeSchema),
  })
  .check(
    z.meta({
      description:
        'A map of square cells in the plane. Walls keep agents out, and all around it is wall. So is each cell whose middle lies outside of bounds that contain; one at least has to be open inside of them. Bounds that wrap have no map.',
    }),
  );

export type MapInput = z.output<typeof mapSchema>;
