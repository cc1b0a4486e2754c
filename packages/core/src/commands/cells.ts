import * as z from 'zod/mini';
import { cellRange } from '../scenario/grid-map.ts';
import { cellSchema } from '../scenario/map-schema.ts';
import { vector } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';

export const cellsSchema = z
  .strictObject({ type: z.literal('cells'), min: vector, max: vector, cost: cellSchema })
  .check(
    z.meta({ description: 'Changes all cells of the map that a box touches, including walls.' }),
  );

/**
 * The command `cells`. `places` has the first and the last column of the changed cells, then their first and their last
 * row. `values` has the new cost of these cells, 0 for a wall.
 */
export const cells = defineCommand({
  schema: cellsSchema,

  check(command, { map, bounds }, report) {
    // Bounds that are not valid are reported elsewhere.
    const range = cellRange(map, bounds ?? { type: 'open' }, command);
    if ('key' in range) report(`.${range.key}`, range.found, range.expected);
  },

  encode(command, { map, bounds }) {
    const range = cellRange(map, bounds, command);
    if ('key' in range) throw new Error('A command was encoded before it was checked.');
    return { places: range.range, values: [command.cost === 'wall' ? 0 : command.cost] };
  },
});
