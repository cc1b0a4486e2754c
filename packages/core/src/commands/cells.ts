import * as z from 'zod/mini';
import { cellRange } from '../scenario/grid-map.ts';
import { cellSchema } from '../scenario/map-schema.ts';
import { vector } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';
import { packWords } from './records.ts';

const cellsSchema = z.strictObject({
  type: z.literal('cells'),
  min: vector,
  max: vector,
  cost: cellSchema,
});

/** The command `cells`. `values` has the new cost of the cells, 0 for a wall. */
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
    const [left, right, low, high] = range.range;
    const places = packWords('cells', { left, right, low, high });
    return { places, values: [command.cost === 'wall' ? 0 : command.cost] };
  },
});
