import * as z from 'zod/mini';
import { vectorList } from '../schema/number-lists.ts';
import { vector } from '../schema/quantities.ts';
import { checkChosen, checkPerAgent, chosenKeys, encodeChosen } from './chosen-agents.ts';
import { defineCommand } from './define-command.ts';
import { checkInside, join, laidPoints, laidVectors } from './points.ts';
import { PLACED, packWords } from './records.ts';

const placeSchema = z.strictObject({
  type: z.literal('place'),
  ...chosenKeys,
  position: z.optional(vector),
  positions: z.optional(vectorList),
  velocity: z.optional(vector),
  velocities: z.optional(vectorList),
});

/**
 * The command `place`. `values` has the region of the chosen agents, see encodeChosen, then positions (m), then
 * velocities (m/s).
 */
export const place = defineCommand({
  schema: placeSchema,

  check(command, scope, report) {
    checkChosen(command, scope, report);
    checkPerAgent({ one: 'position', each: 'positions' }, command, report);
    checkPerAgent({ one: 'velocity', each: 'velocities' }, command, report);
    const { position, positions, velocity, velocities } = command;
    if ((position ?? positions ?? velocity ?? velocities) === undefined) {
      report('', 'neither position nor velocity', 'at least one of the two');
    }
    if (position) checkInside(position, () => '.position', scope, report);
    if (positions) checkInside(positions, (k) => `.positions[${3 * k}]`, scope, report);
  },

  encode(command, scene) {
    const { places, values } = encodeChosen(command, scene);
    const { position, positions, velocity, velocities } = command;
    const to = laidPoints(positions ?? position ?? [], scene);
    const pace = laidVectors(velocities ?? velocity ?? [], scene);
    const what =
      (to.length > 0 ? PLACED.position : 0) |
      (positions ? PLACED.positions : 0) |
      (pace.length > 0 ? PLACED.velocity : 0) |
      (velocities ? PLACED.velocities : 0);
    return {
      places: join(Uint32Array, packWords('place', { what }), places),
      values: join(Float32Array, values, to, pace),
    };
  },
});
