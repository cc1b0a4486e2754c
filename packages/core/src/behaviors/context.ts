import { choice, quantity } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { seen, weight } from './keys.ts';

export const context = defineBehavior('context', {
  family: 'crowd',
  label: 'Choose a direction',
  description:
    'Of 16 directions in the plane, or 42 in space, takes the least dangerous ones, and of these the one that the behaviors before it want most. Its force, weight x (speed x direction - velocity), replaces the sum of theirs.',
  keys: {
    weight: weight('kg/s', 10),
    speed: quantity('m/s', 0, 1e4, 'Desired speed, in any direction.', 1.5),
    bias: quantity('1', 0, 1e6, 'Interest in the direction that was chosen last.', 0.3),
    separation: quantity('1', 0, 1e6, 'Interest in the way out from between neighbors.', 8),
    radius: quantity('m', 1e-3, 1e4, 'Neighbors within this distance are dangerous.', 0.5),
    castRadius: quantity('m', 0, 1e4, 'Radius of the free space that the body needs.', 0.25),
    castRange: quantity('m', 1e-3, 1e4, 'How far ahead obstacles and walls are dangerous.', 1),
    tolerance: quantity(
      '1',
      0,
      1,
      'Directions with at most this much more danger than the lowest are allowed.',
      0.1,
    ),
    arrivalRadius: quantity(
      'm',
      0,
      1e4,
      'It stops within this distance of the aim of the first aimed behavior.',
      0.1,
    ),
    merge: choice(
      ['sum', 'max'],
      'How the interests of several behaviors in one direction are combined.',
    ),
    species: seen,
  },
  keeps: ['choice'],
  filters: true,
});
