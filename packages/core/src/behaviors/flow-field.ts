import * as z from 'zod/mini';
import { name } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, weight } from './keys.ts';

export const flowField = defineBehavior('flowField', {
  family: 'paths',
  label: 'Follow flow field',
  description:
    'Goes to a target by the cheapest path on the map, at maximum speed: weight × (desired velocity - velocity). All agents with the same target share one field of directions. The field is computed again when the map or the cell of the target changes. An agent that cannot reach the target stops.',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    target: z
      .optional(name)
      .register(z.globalRegistry, { description: 'Name of a target. Default: the first target.' }),
  },
  needs: ['maxSpeed', 'map'],
});
