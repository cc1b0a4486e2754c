import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { heightList } from '../schema/number-lists.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

export const heightsSchema = z.strictObject({
  columns: whole(1, LIMITS.heightsEdge),
  rows: whole(1, LIMITS.heightsEdge),
  cellSize: quantity('m', 1e-3, 1e4, 1),
  origin: z._default(vector, [0, 0, 0]),
  values: heightList,
});

export type HeightsInput = z.output<typeof heightsSchema>;

export const slopeSchema = z.strictObject({
  up: quantity('1', 0, 1e3, 0),
  down: quantity('1', 0, 1e3, 0),
  steepest: z.optional(quantity('1', 0, 1e6)),
});
