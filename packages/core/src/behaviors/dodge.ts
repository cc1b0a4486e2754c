import * as z from 'zod';
import { quantity, whole } from '../schema/quantities.ts';
import { defineBehavior } from './define-behavior.ts';
import { aimed, seen, weight } from './keys.ts';

export const dodge = defineBehavior('dodge', {
  family: 'crowd',
  label: 'Dodge',
  description:
    'Dodges all it sees on its radar, and goes to its aim while commanded, from twice the range, and at times: weight x (desired velocity - velocity).',
  keys: {
    weight: weight('kg/s', 5),
    ...aimed,
    commanded: whole(0, 1, '1 while it is told to go to its aim, 0 while it is free.').default(0),
    commandedRange: quantity('m', 1e-3, 1e4, 'Radar range while commanded.').default(20),
    freeRange: quantity('m', 1e-3, 1e4, 'Radar range while free.').default(40),
    horizon: quantity(
      's',
      0,
      60,
      'Others count where they will come nearest within this time; 0 where they are.',
    ).default(0),
    push: z.enum(['near', 'equal']).default('near').meta({
      description:
        '"near": others push the more the nearer they are, and the sooner they come; "equal": all alike.',
    }),
    avoid: quantity('1', 0, 100, 'Share of maxSpeed at which it dodges.').default(1),
    pull: quantity('1', 0, 100, 'Share of maxSpeed at which it goes to its aim.').default(0.5),
    beyond: z.enum(['even', 'growing']).default('even').meta({
      description:
        'The pull beyond brakingDistance: "even" stays; "growing" grows in proportion to the distance, so that far away dodging no longer counts.',
    }),
    chance: quantity(
      '1',
      0,
      1,
      'Share of seconds in which a free one is pulled at any distance.',
    ).default(0.1),
    brakingDistance: quantity(
      'm',
      1e-3,
      1e5,
      'The pull falls in proportion inside this distance to the aim.',
    ).default(50),
    species: seen,
  },
  needs: ['maxSpeed'],
});
