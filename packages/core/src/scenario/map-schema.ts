import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';
import { slopeSchema } from './heights-schema.ts';

/** The meaning of a character in a map: the cost of a cell, or a wall. */
export const cellSchema = z.union([whole(1, 255), z.literal('wall')]);

export const mapSchema = z.strictObject({
  rows: z
    .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.mapEdge)))
    .check(z.minLength(1), z.maxLength(LIMITS.mapEdge)),
  legend: z._default(z.record(z.string().check(z.length(1)), cellSchema), { '.': 1, '#': 'wall' }),
  cellSize: quantity('m', 1e-3, 1e4, 1),
  origin: z._default(vector, [0, 0, 0]),
  // This key has no default, because a default would appear in the scenario of every snapshot, including earlier
  // files.
  neighbors: z.optional(z.union([z.literal(4), z.literal(8)])),
  slope: z.optional(slopeSchema),
});

export type MapInput = z.output<typeof mapSchema>;
