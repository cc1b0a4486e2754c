import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity, vector } from '../schema/quantities.ts';

/** A part of space that has a name, for reports. It stands still. */
export const regionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), name, min: vector, max: vector })
    .check(z.meta({ description: 'A box along the axes, with its faces.' })),
  z
    .strictObject({
      type: z.literal('sphere'),
      name,
      center: vector,
      radius: quantity('m', 0, LIMITS.coordinate, 'Radius of the ball, or disc in two dimensions.'),
    })
    .check(z.meta({ description: 'A ball, or a disc in two dimensions, with its surface.' })),
]);

const target = z.optional(name);

/** What a species reports: an event each time that it happens to one of its agents. */
export const reportSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('arrived'),
      target: target.check(z.meta({ description: 'At this target.' })),
      path: z
        .optional(name)
        .check(z.meta({ description: 'At the end of this open path, which it follows.' })),
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'How near its center has come to the goal, to the center of the target, or to the last point of the path.',
        1,
      ),
    })
    .check(
      z.meta({
        description:
          'It has come to its own goal; or to a target, or the end of a path, where one is named. Once for each goal.',
      }),
    ),
  z
    .strictObject({
      type: z.literal('unreachable'),
      target: target.check(z.meta({ description: 'The way to this target.' })),
    })
    .check(
      z.meta({
        description:
          'No way over the map leads to its own goal, or to the target that is named. Once for each goal, and again after the map has changed.',
      }),
    ),
  z
    .strictObject({
      type: z.literal('entered'),
      region: z.optional(name).check(z.meta({ description: 'One of `regions`.' })),
      state: z
        .optional(name)
        .check(z.meta({ description: 'One of the states of the species, not a region.' })),
    })
    .check(z.meta({ description: 'It has come into a region, or into a state.' })),
  z
    .strictObject({
      type: z.literal('left'),
      region: name.check(z.meta({ description: 'One of `regions`.' })),
    })
    .check(z.meta({ description: 'It has gone out of a region.' })),
  z
    .strictObject({ type: z.literal('born') })
    .check(z.meta({ description: 'It is born, by a law or a command.' })),
  z.strictObject({ type: z.literal('died') }).check(
    z.meta({
      description:
        'It ends, of whatever cause: a hit, a law, its lifetime, a command, or a birth that takes its place.',
    }),
  ),
  z
    .strictObject({
      type: z.literal('near'),
      species: z
        .optional(name)
        .check(z.meta({ description: 'Some agent of this species is near; itself is not meant.' })),
      target: target.check(z.meta({ description: 'This target is near.' })),
      distance: quantity('m', 0, LIMITS.coordinate, 'How near, from center to center.'),
      release: z.optional(
        quantity(
          'm',
          0,
          LIMITS.coordinate,
          'When all are farther than this, the next approach counts again; 1.1 x distance when left out.',
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

/** How much farther the others must be before the next approach counts, where the scenario does not say. */
const RELEASE = 1.1;

/** The distance (m) beyond which the next approach counts. */
export function releaseOf({
  distance,
  release = RELEASE * distance,
}: Extract<Report, { type: 'near' }>): number {
  return release;
}
