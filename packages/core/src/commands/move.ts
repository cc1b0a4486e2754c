import * as z from 'zod/mini';
import { name, vector } from '../schema/quantities.ts';
import { flat } from '../world/points.ts';
import { defineCommand } from './define-command.ts';
import { findNamed, indexOfNamed } from './references.ts';

export const moveSchema = z
  .strictObject({ type: z.literal('move'), target: z.optional(name), position: vector })
  .check(
    z.meta({ description: 'Moves a target and its home to a position, and stops the target.' }),
  );

/** The command `move`. `places` has the index of the target. `values` has the position (m). */
export const move = defineCommand({
  schema: moveSchema,

  check({ target }, { targets }, report) {
    findNamed('target', targets, target, report);
  },

  encode({ target, position }, { targets }, { dimensions }) {
    return { places: [indexOfNamed(targets, target)], values: flat(position, dimensions) };
  },
});
