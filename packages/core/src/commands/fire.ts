import * as z from 'zod/mini';
import { name, quantity, whole } from '../schema/quantities.ts';
import { defineCommand } from './define-command.ts';
import { packWords } from './records.ts';
import { findNamed, indexOfNamed } from './references.ts';

const CONE = Math.PI / 3;
const RING = Math.PI / 2;

/**
 * The default angle of a fire command (rad). It is 0 for a launcher that aims ahead, so that agents start in the
 * direction of the aim.
 */
export function defaultAngle({ aim }: { readonly aim: string }, count: number): number {
  if (aim !== 'target') return 0;
  return count === 1 ? CONE : RING;
}

const angle = quantity('rad', 0, 3.1415927);

const fireSchema = z.strictObject({
  type: z.literal('fire'),
  launcher: z.optional(name),
  count: whole(1, 65536, 1),
  angle: z.optional(angle).check(z.meta({ unit: 'rad' })),
});

/** The command `fire`. `values` has the angle (rad). */
export const fire = defineCommand({
  schema: fireSchema,

  check({ launcher: wanted, count }, { launchers, species }, report) {
    const launcher = findNamed('launcher', launchers, wanted, report);
    const pool = species.find(
      (species) => species !== undefined && species.name === launcher?.species,
    );
    if (pool === undefined || count <= pool.count) return;
    report('.count', String(count), `at most ${pool.count}, the size of the pool "${pool.name}"`);
  },

  encode({ launcher, count, angle }, { launchers }) {
    const index = indexOfNamed(launchers, launcher);
    return {
      places: packWords('fire', { launcher: index, count }),
      values: [angle ?? defaultAngle(launchers[index], count)],
    };
  },
});
