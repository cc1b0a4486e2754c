import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { cellList } from '../schema/number-lists.ts';
import { name, quantity, whole } from '../schema/quantities.ts';

const { fieldEdge, fieldValue } = LIMITS;

const edge = whole(1, fieldEdge, 'Number of cells along one edge of the bounds.');

const value = z.number().check(z.minimum(-fieldValue), z.maximum(fieldValue));

const range = z.strictObject({ min: value, max: value });

export const fieldSchema = z
  .strictObject({
    name,
    unit: z
      .optional(z.string().check(z.minLength(1), z.maxLength(64)))
      .register(z.globalRegistry, { description: 'Unit of the values, which is shown to people.' }),
    cells: z.array(edge).check(
      z.minLength(2),
      z.maxLength(3),
      z.meta({
        description: `Number of cells along x and along y, and in three dimensions also along z. The field can have at most ${LIMITS.fieldCells} cells in all.`,
      }),
    ),
    decay: quantity(
      '1/s',
      0,
      1e4,
      'Decay rate. Values fall by the factor e in the time 1 / decay.',
      0,
    ),
    diffusion: quantity(
      'm^2/s',
      0,
      1e10,
      'How fast values spread to adjacent cells, except across walls. In one tick, a cell can give away at most its whole value.',
      0,
    ),
    min: quantity('1', -fieldValue, fieldValue, 'Lowest value of a cell.', 0),
    max: quantity('1', -fieldValue, fieldValue, 'Highest value of a cell.', fieldValue),
    initial: z._default(z.union([value, range, cellList]), 0).register(z.globalRegistry, {
      description:
        'Start values: one for all cells, one for each cell, or a range from which each cell gets a random value.',
    }),
  })
  .register(z.globalRegistry, {
    description:
      'A scalar field: a grid of values that covers the bounds. Agents can read the values, climb toward higher ones, and deposit into cells. The values decay and spread.',
  });

export type FieldInput = z.output<typeof fieldSchema>;
