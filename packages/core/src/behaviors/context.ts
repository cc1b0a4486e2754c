import * as z from 'zod/mini';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const context = defineBehavior('context', {
  family: 'crowd',
  label: 'Choose a direction',
  keys: {
    weight: weight('kg/s', 10),
    speed: quantity('m/s', 0, 1e4, 1.5),
    bias: quantity('1', 0, 1e6, 0.3),
    separation: quantity('1', 0, 1e6, 8),
    radius: quantity('m', 1e-3, 1e4, 0.5),
    castRadius: quantity('m', 0, 1e4, 0.25),
    castRange: quantity('m', 1e-3, 1e4, 1),
    tolerance: quantity('1', 0, 1, 0.1),
    arrivalRadius: quantity('m', 0, 1e4, 0.1),
    merge: choice(['sum', 'max']),
    // Without a default: scenarios that do not name it are saved as they always were.
    blocking: z.optional(z.enum(['graded', 'hard'])),
    species: seen,
  },
  keeps: ['choice'],
  filters: true,
});
