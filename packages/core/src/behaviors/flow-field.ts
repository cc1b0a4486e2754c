import * as z from 'zod/mini';
import { name } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { brakingDistance, weight } from './keys.ts';

export const flowField = defineBehavior('flowField', {
  family: 'paths',
  label: 'Follow flow field',
  keys: {
    weight: weight('kg/s', 4),
    brakingDistance: brakingDistance(1),
    target: z.optional(name),
  },
  needs: ['maxSpeed', 'map'],
});
