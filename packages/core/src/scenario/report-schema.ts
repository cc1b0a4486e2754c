import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity, vector } from '../schema/quantities.ts';

/** A named region of space, for reports and transitions. Regions do not move. */
export const regionSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('box'), name, min: vector, max: vector })
    .register(z.globalRegistry, {
      description: 'A box with edges along the axes. Its faces belong to the region.',
    }),
  z
    .strictObject({
      type: z.literal('sphere'),
      name,
      center: vector,
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'Radius of the ball, or of the disc in two dimensions.',
      ),
    })
    .register(z.globalRegistry, {
      description: 'A ball, or a disc in two dimensions. Its surface belongs to the region.',
    }),
]);

const target = z.optional(name);

/** A report of a species. It raises an event each time its condition becomes true for one of the agents. */
export const reportSchema = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('arrived'),
      target: target.check(z.meta({ description: 'The target at which the agent arrives.' })),
      path: z.optional(name).register(z.globalRegistry, {
        description:
          'An open path that the agent follows. The agent arrives at the last point of the path.',
      }),
      radius: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'The agent has arrived when its center is within this distance of the goal, of the center of the target, or of the last point of the path.',
        1,
      ),
    })
    .register(z.globalRegistry, {
      description:
        'The agent has arrived at its goal, at the named target, or at the end of the named path. Reported once for each goal.',
    }),
  z
    .strictObject({
      type: z.literal('unreachable'),
      target: target.check(
        z.meta({
          description: 'The target that cannot be reached. Default: the goal of the agent.',
        }),
      ),
    })
    .register(z.globalRegistry, {
      description:
        'No path over the map leads to the goal of the agent, or to the named target. Reported once for each goal, and again after the map has changed.',
    }),
  z.strictObject({ type: z.literal('waiting') }).register(z.globalRegistry, {
    description:
      'The agent needs a path, and waits for its turn to search, see `routes`. Reported once for each wait.',
  }),
  z
    .strictObject({
      type: z.literal('entered'),
      region: z.optional(name).register(z.globalRegistry, { description: 'One of `regions`.' }),
      state: z.optional(name).register(z.globalRegistry, {
        description: 'A state of the species. Used instead of a region.',
      }),
    })
    .register(z.globalRegistry, { description: 'The agent has entered a region or a state.' }),
  z
    .strictObject({
      type: z.literal('left'),
      region: name.check(z.meta({ description: 'One of `regions`.' })),
    })
    .register(z.globalRegistry, { description: 'The agent has left a region.' }),
  z.strictObject({ type: z.literal('born') }).register(z.globalRegistry, {
    description: 'The agent is born because of a law or a command.',
  }),
  z.strictObject({ type: z.literal('died') }).register(z.globalRegistry, {
    description:
      'The agent dies because of a hit, a law, its lifetime, a command, or a birth that replaces it.',
  }),
  z
    .strictObject({
      type: z.literal('near'),
      species: z.optional(name).register(z.globalRegistry, {
        description: 'The species to which the other agent belongs.',
      }),
      target: target.check(z.meta({ description: 'The target that comes near.' })),
      distance: quantity(
        'm',
        0,
        LIMITS.coordinate,
        'Distance from center to center at which the other agent or the target counts as near.',
      ),
      release: z.optional(
        quantity(
          'm',
          0,
          LIMITS.coordinate,
          'Another approach is reported only after all agents of the species, or the target, have been farther away than this. Default: 1.1 × `distance`.',
        ),
      ),
    })
    .register(z.globalRegistry, {
      description:
        'Another agent of the given species, or the given target, has come near. Reported once for each approach.',
    }),
]);

export type Report = z.output<typeof reportSchema>;
export type Region = z.output<typeof regionSchema>;

/** The default of `release`, as a multiple of `distance`. */
const RELEASE = 1.1;

/** Returns the distance (m) that must be exceeded before the next approach is reported. */
export function releaseOf({
  distance,
  release = RELEASE * distance,
}: Extract<Report, { type: 'near' }>): number {
  return release;
}
