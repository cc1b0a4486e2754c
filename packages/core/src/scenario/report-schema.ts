import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity, vector } from '../schema/quantities.ts';

/** A named region of space, for reports. Regions do not move. */
export const regionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), name, min: vector, max: vector })
    .check(z.meta({ description: 'A box along the axes, including its faces.' })),
  z
    .strictObject({
      type: z.literal('sphere'),
      name,
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the ball, or disc in two dimensions.'),
    })
    .check(z.meta({ description: 'A ball, or a disc in two dimensions, including its surface.' })),
]);

const target = z.optional(name);

/** A report of a species. It raises an event each time that its condition becomes true for one of the agents. */
export const reportSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('arrived'),
      target: target.check(z.meta({ description: 'Arrival at this target.' })),
      path: z
        .optional(name)
        .check(
          z.meta({ description: 'Arrival at the end of this open path, which the agent follows.' }),
        ),
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'Largest distance of the center of the agent from the goal, the center of the target, or the last point of the path.',
        1,
      ),
    })
    .check(
      z.meta({
        description:
          'The agent has arrived at its goal, or at the named target or end of a path. Once for each goal.',
      }),
    ),
  z
    .strictObject({
      type: z.literal('unreachable'),
      target: target.check(z.meta({ description: 'The path to this target.' })),
    })
    .check(
      z.meta({
        description:
          'No path over the map leads to its goal, or to the named target. Once for each goal, and again after the map has changed.',
      }),
    ),
  z
    .strictObject({
      type: z.literal('entered'),
      region: z.optional(name).check(z.meta({ description: 'One of `regions`.' })),
      state: z
        .optional(name)
        .check(z.meta({ description: 'One of the states of the species, in place of a region.' })),
    })
    .check(z.meta({ description: 'The agent has entered a region or a state.' })),
  z
    .strictObject({
      type: z.literal('left'),
      region: name.check(z.meta({ description: 'One of `regions`.' })),
    })
    .check(z.meta({ description: 'The agent has left a region.' })),
  z
    .strictObject({ type: z.literal('born') })
    .check(z.meta({ description: 'The agent is born, by a law or a command.' })),
  z.strictObject({ type: z.literal('died') }).check(
    z.meta({
      description:
        'The agent dies, by a hit, a law, its lifetime, a command, or a birth that replaces it.',
    }),
  ),
  z
    .strictObject({
      type: z.literal('near'),
      species: z
        .optional(name)
        .check(z.meta({ description: 'Another agent of this species is near.' })),
      target: target.check(z.meta({ description: 'This target is near.' })),
      distance: quantity('m', 0, LIMITS.coordinate, 'Distance, from center to center.'),
      release: z.optional(
        quantity(
          'm',
          0,
          LIMITS.coordinate,
          'Once all are farther than this, the next approach counts again. Default: 1.1 x distance.',
        ),
      ),
    })
    .check(
      z.meta({
        description: 'An agent of a species, or a target, has come near. Once for each approach.',
      }),
    ),
]);

export type Report = z.output<typeof reportSchema>;
export type Region = z.output<typeof regionSchema>;

/** The default of `release`, as a multiple of the distance of the report. */
const RELEASE = 1.1;

/** The distance (m) that must be exceeded before another approach is reported. */
export function releaseOf({
  distance,
  release = RELEASE * distance,
}: Extract<Report, { type: 'near' }>): number {
  return release;
}
