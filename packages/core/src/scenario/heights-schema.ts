import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { heightList } from '../schema/number-lists.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

export const heightsSchema = z
  .strictObject({
    columns: whole(1, LIMITS.heightsEdge, 'Points along x.'),
    rows: whole(1, LIMITS.heightsEdge, 'Points along y.'),
    cellSize: quantity(
      'm',
      1e-3,
      1e4,
      'Distance between neighboring points along x and along y.',
      1,
    ),
    origin: z._default(vector, [0, 0, 0]).register(z.globalRegistry, {
      description: 'Position of the point with the lowest x and y.',
    }),
    values: heightList,
  })
  .register(z.globalRegistry, {
    description:
      'The height of the ground (m) at the points of a grid, interpolated bilinearly between them and constant beyond the edge. Heights do not affect how agents move in the plane.',
  });

export type HeightsInput = z.output<typeof heightsSchema>;

export const slopeSchema = z
  .strictObject({
    up: quantity(
      '1',
      0,
      1e3,
      'Additional cost of the uphill parts of a path, per unit of slope (rise over run).',
      0,
    ),
    down: quantity(
      '1',
      0,
      1e3,
      'Additional cost of the downhill parts of a path, per unit of slope (drop over run).',
      0,
    ),
    steepest: z.optional(
      quantity(
        '1',
        0,
        1e6,
        'Steepest slope (rise over run) that a path may have at any of its points, up or down. Default: no limit.',
      ),
    ),
  })
  .register(z.globalRegistry, {
    description:
      'Additional cost of paths over slopes of `heights`, and the steepest slope that a path may have.',
  });
