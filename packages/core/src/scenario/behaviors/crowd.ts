import * as z from 'zod';
import { MOST_NEIGHBORS } from '../limits.ts';
import { aimed, band, quantity, seen, weight, whole } from '../quantities.ts';

/** Behaviors of crowds: they choose a velocity that is safe among others. */
export const crowdSchemas = {
  strafe: z
    .strictObject({
      type: z.literal('strafe'),
      weight: weight('kg/s', 1),
      ...aimed,
      ...band,
      hand: z.enum(['left', 'right', 'own', 'none']).default('own').meta({
        description:
          'The side it goes around to, as seen facing what it circles: "own" is drawn for each agent, "none" keeps the side it moves to.',
      }),
    })
    .meta({
      description:
        'Circles what it is aimed at: 82.6 degrees off the line to it, at maximum speed. Under "context" it wants all directions of that side, most of all that one, and none straight ahead.',
    }),
  context: z
    .strictObject({
      type: z.literal('context'),
      weight: weight('kg/s', 10),
      speed: quantity('m/s', 0, 1e4, 'Desired speed, whichever way is chosen.').default(1.5),
      bias: quantity('1', 0, 1e6, 'Interest in the direction that was chosen last.').default(0.3),
      separation: quantity('1', 0, 1e6, 'Interest in the way out from between neighbors.').default(
        8,
      ),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it are dangerous.').default(0.5),
      castRadius: quantity('m', 0, 1e4, 'Room for the body on the way it takes.').default(0.25),
      castRange: quantity(
        'm',
        1e-3,
        1e4,
        'How far ahead obstacles and walls are dangerous.',
      ).default(1),
      tolerance: quantity(
        '1',
        0,
        1,
        'Directions are open whose danger is at most this much above the lowest.',
      ).default(0.1),
      arrivalRadius: quantity(
        'm',
        0,
        1e4,
        'It stops this near to what the first aimed behavior goes after.',
      ).default(0.1),
      merge: z.enum(['sum', 'max']).default('sum').meta({
        description: 'How the interests of several behaviors in one direction become one.',
      }),
      species: seen,
    })
    .meta({
      description:
        'Takes of 16 directions in the plane, or 42 in space, the one that the behaviors before it in the list want most among the least dangerous: weight x (speed x direction - velocity) in place of their sum.',
    }),
  dodge: z
    .strictObject({
      type: z.literal('dodge'),
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
    })
    .meta({
      description:
        'Dodges all it sees on its radar, and goes to its aim while commanded, from twice the range, and at times: weight x (desired velocity - velocity).',
    }),
  goal: z
    .strictObject({
      type: z.literal('goal'),
      weight: weight('kg/s', 1),
      brakingDistance: quantity('m', 1e-3, 1e5, 'Speed falls in proportion inside it.').default(1),
    })
    .meta({
      description:
        "Toward the agent's own goal at maximum speed, slowing down to rest on it: weight x (desired velocity - velocity). A weight of mass/dt gives the desired velocity at once. Needs a species with goals.",
    }),
  orca: z
    .strictObject({
      type: z.literal('orca'),
      radius: quantity('m', 1e-3, 1e4, 'Neighbors within it are avoided.').default(15),
      maxNeighbors: whole(1, MOST_NEIGHBORS, 'Only so many of them, the nearest.').default(10),
      margin: quantity('m', 0, 1e4, 'Distance kept between bodies where there is room.').default(0),
      timeHorizon: quantity('s', 1e-3, 1e3, 'How long to come there is to be no contact.').default(
        5,
      ),
      timeHorizonObstacles: quantity('s', 1e-3, 1e3, 'The same of obstacles.').default(5),
      species: seen,
    })
    .meta({
      description:
        'Optimal reciprocal collision avoidance: replaces the force of the behaviors before it by the one that gives the nearest safe velocity. maxForce limits what those before it ask for, not this; minSpeed does not hold. What stands after it in the list adds to its force and is not safe. Of others with "orca" that see this species half of the avoiding is expected, of all else none.',
    }),
} as const;
