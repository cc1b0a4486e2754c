import * as z from 'zod/mini';
import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const context = defineBehavior('context', {
  family: 'crowd',
  label: 'Choose a direction',
  description:
    'Compares 16 directions in the plane, or 42 in space. Of the least dangerous directions, the agent takes the one with the highest interest. Interest comes from the earlier behaviors in the list, from `bias` and from `separation`. The force, weight × (speed × direction - velocity), replaces the forces of the earlier behaviors.',
  keys: {
    weight: weight('kg/s', 10),
    speed: quantity('m/s', 0, 1e4, 'Desired speed, the same in all directions.', 1.5),
    bias: quantity(
      '1',
      0,
      1e6,
      'Additional interest in the direction that was chosen in the last tick.',
      0.3,
    ),
    separation: quantity(
      '1',
      0,
      1e6,
      'Interest in directions that lead away from the neighbors.',
      8,
    ),
    radius: quantity('m', 1e-3, 1e4, 'Only neighbors within this distance are dangerous.', 0.5),
    castRadius: quantity(
      'm',
      0,
      1e4,
      'Radius of the free space that the body needs between obstacles and walls.',
      0.25,
    ),
    castRange: quantity(
      'm',
      1e-3,
      1e4,
      'Obstacles and walls are dangerous up to this distance ahead.',
      1,
    ),
    tolerance: quantity(
      '1',
      0,
      1,
      'A direction is allowed if its danger exceeds the lowest danger by at most this much.',
      0.1,
    ),
    arrivalRadius: quantity(
      'm',
      0,
      1e4,
      'The agent rests within this distance of the place to which the first behavior with an aim leads. With 0, it does not stop.',
      0.1,
    ),
    merge: choice(
      ['sum', 'max'],
      'How the interests that several behaviors have in one direction are combined: "sum" adds them, "max" takes the largest.',
    ),
    // Without a default: scenarios that do not name it are saved as they always were.
    blocking: z.optional(z.enum(['graded', 'hard'])).register(z.globalRegistry, {
      description:
        '"graded" excludes the more dangerous directions, by `tolerance`. "hard" excludes all that meet an obstacle or a wall, and moves along one. Default: "graded".',
    }),
    species: seen,
  },
  keeps: ['choice'],
  filters: true,
});
