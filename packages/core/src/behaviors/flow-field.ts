import * as z from 'zod/mini';
import { name } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, weight } from './keys.ts';

export const flowField = defineBehavior('flowField', {
  family: 'paths',
  label: 'Follow the field',
  description:
    'To a target by the cheapest way on the map, at maximum speed: weight x (desired velocity - velocity). One field of directions, worked out when the cell of the target changes, serves all agents. Who cannot get there stands still.',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    target: z
      .optional(name)
      .check(z.meta({ description: 'Name of a target; else the first one.' })),
  },
  needs: ['maxSpeed', 'map'],
});
