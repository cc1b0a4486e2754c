import * as z from 'zod/mini';
import { name, vector } from '../schema/quantities.ts';
import { flat } from '../world/points.ts';
import { defineCommand } from './define-command.ts';
import { packWords } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

const moveSchema = z.strictObject({
  type: z.literal('move'),
  target: z.optional(name),
  position: vector,
});

/** The command `move`. `values` has the position (m). */
export const move = defineCommand({
  schema: moveSchema,

  check({ target }, { targets }, report) {
    findNamed('target', targets, target, report);
  },

  encode({ target, position }, { targets, dimensions }) {
    const places = packWords('move', { target: indexOfNamed(targets, target) });
    return { places, values: flat(position, dimensions) };
  },
});
