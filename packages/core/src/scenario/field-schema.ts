import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { cellList } from '../schema/number-lists.ts';
import { name, quantity, whole } from '../schema/quantities.ts';

const { fieldEdge, fieldValue } = LIMITS;

const edge = whole(1, fieldEdge, 'Cells along one edge of the bounds.');

const value = z.number().check(z.minimum(-fieldValue), z.maximum(fieldValue));

const range = z.strictObject({ min: value, max: value });

export const fieldSchema = z
  .strictObject({
    name,
    unit: z
      .optional(z.string().check(z.minLength(1), z.maxLength(64)))
      .check(z.meta({ description: 'Unit of the values, to show to people.' })),
    cells: z.array(edge).check(
      z.minLength(2),
      z.maxLength(3),
      z.meta({
        description: `Cells along x and y, and along z in three dimensions; at most ${LIMITS.fieldCells} in all.`,
      }),
    ),
    decay: quantity('1/s', 0, 1e4, 'Values fall by the factor e in the time 1 / decay.', 0),
    diffusion: quantity(
      'm^2/s',
      0,
      1e10,
      'How fast values spread to adjacent cells, but not across walls. Limited so that one tick at most evens out two cells.',
      0,
    ),
    min: quantity('1', -fieldValue, fieldValue, 'Lowest value of a cell.', 0),
    max: quantity('1', -fieldValue, fieldValue, 'Highest value of a cell.', fieldValue),
    initial: z._default(z.union([value, range, cellList]), 0).check(
      z.meta({
        description:
          'Start values of the cells: one value, a random one for each from `min` to `max`, or a list of all.',
      }),
    ),
  })
  .check(
    z.meta({
      description:
        'A grid of values over the bounds. Agents read it, climb it and deposit into it. Its values decay and spread.',
    }),
  );

export type FieldInput = z.output<typeof fieldSchema>;
