import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { cellList } from '../schema/number-lists.ts';
import { name, quantity, whole } from '../schema/quantities.ts';

const { fieldEdge, fieldValue } = LIMITS;

const edge = whole(1, fieldEdge);

const value = z.number().check(z.minimum(-fieldValue), z.maximum(fieldValue));

const range = z.strictObject({ min: value, max: value });

export const fieldSchema = z.strictObject({
  name,
  unit: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  cells: z.array(edge).check(z.minLength(2), z.maxLength(3)),
  decay: quantity('1/s', 0, 1e4, 0),
  diffusion: quantity('m^2/s', 0, 1e10, 0),
  min: quantity('1', -fieldValue, fieldValue, 0),
  max: quantity('1', -fieldValue, fieldValue, fieldValue),
  initial: z._default(z.union([value, range, cellList]), 0),
});

export type FieldInput = z.output<typeof fieldSchema>;
