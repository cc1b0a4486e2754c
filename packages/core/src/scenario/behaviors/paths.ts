import * as z from 'zod';
import { aimed, name, quantity, weight } from '../quantities.ts';

const brakingDistance = quantity('m', 1e-3, 1e5, 'Speed falls in proportion inside it.').default(1);

/** Behaviors that find their way on the map of the scenario, which they need. */
export const pathsSchemas = {
  flowField: z
    .strictObject({
      type: z.literal('flowField'),
      weight: weight('kg/s', 4),
      brakingDistance,
      target: name.optional().meta({ description: 'Name of a target; else the first one.' }),
    })
    .meta({
      description:
        'To a target by the cheapest way on the map, at maximum speed: weight x (desired velocity - velocity). One field of directions, worked out when the cell of the target changes, serves all agents. Who cannot get there stands still.',
    }),
  navigate: z
    .strictObject({
      type: z.literal('navigate'),
      weight: weight('kg/s', 4),
      brakingDistance,
      interval: quantity(
        's',
        0,
        3600,
        'Least time between two searches after the goal has moved to another cell.',
      ).default(0.5),
      ...aimed,
    })
    .meta({
      description:
        'To its own goal by the cheapest way on the map (A*, straightened by line of sight), at maximum speed: weight x (desired velocity - velocity). Where no way leads there, to the reachable cell nearest to it. It searches anew when the cell of the goal changes, or when it was pushed off its way.',
    }),
} as const;
