import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { choice, name, quantity } from '../schema/quantities.ts';

/** Keys that several behaviors share. A key with a number is a parameter, with its unit and range. */

export const weight = (unit: string, value: number) =>
  quantity(unit, 0, 1e6, 'How strongly the behavior pulls.', value);

export const cosineOfView = quantity(
  '1',
  -1,
  1,
  'Cosine of half the field of view: -1 sees all around, 0 sees the half space ahead.',
  -1,
);

export const seen = z
  .optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.species)))
  .check(z.meta({ description: 'Names of the species this behavior sees. Default: all.' }));

/** Keys of every behavior. */
export const inStates = {
  states: z
    .optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies)))
    .check(z.meta({ description: 'Names of the states in which it acts. Default: all.' })),
} as const;

/** What a behavior aims at: a target, or agents of a species. */
export const aimed = {
  target: z.optional(name).check(
    z.meta({
      description: 'Name of a target. Default: the first one, unless a quarry is given.',
    }),
  ),
  quarry: z
    .optional(name)
    .check(z.meta({ description: 'Name of a species to pursue, instead of a target.' })),
  choose: choice(
    ['nearest', 'assigned'],
    'Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one.',
  ),
  sight: quantity('m', 1e-3, 1e5, 'How far the nearest quarry is seen.', 1e5),
  assignable: z.optional(z.boolean()).check(
    z.meta({
      description: 'Whether the command "assign" may give single agents another target or quarry.',
    }),
  ),
} as const;

/** Which agents end when an agent hits its aim. */
export const ends = z.optional(z.enum(['self', 'quarry', 'both'])).check(
  z.meta({
    description:
      'What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".',
  }),
);

/** The second aim of a behavior with two aims. */
export const second = z
  .strictObject({
    target: z
      .optional(name)
      .check(z.meta({ description: 'Name of a target. Default: the first one.' })),
    quarry: z.optional(name).check(z.meta({ description: 'Name of a species, not a target.' })),
  })
  .check(z.meta({ description: 'The second aim. It is chosen like the first.' }));

export const brakingDistance = (value: number) =>
  quantity('m', 1e-3, 1e5, 'Within this distance the speed falls in proportion.', value);

/** The distances to its aim at which a behavior acts. */
export const band = {
  from: quantity('m', 0, 1e5, 'It acts at this distance and beyond.', 0),
  to: quantity('m', 0, 1e5, 'It acts up to this distance.', 1e5),
} as const;

export const prediction = (value: number) =>
  quantity('s', 0, 60, 'How far ahead it predicts at most.', value);

export const path = z
  .optional(name)
  .check(z.meta({ description: 'Name of a path. Default: the first one.' }));

/** How an agent moves along the points of a path. */
export const waypoints = {
  path,
  switchDistance: quantity('m', 1e-3, 1e4, 'Within this distance a point counts as passed.', 1),
  end: choice(
    ['arrive', 'stop'],
    'At the last point of an open path: "arrive" stays at that point, "stop" ends the behavior.',
  ),
} as const;

export const speed = quantity(
  'm/s',
  1e-3,
  1e4,
  'Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed.',
  30,
);

/** How hard an agent can turn if a circle limits its turns. */
export const curvature = {
  speed,
  curvatureRadius: quantity('m', 1e-3, 1e5, 'The tightest circle it can fly.', 25),
  saturation: quantity(
    'm',
    1e-6,
    1e5,
    'Lateral miss beyond which it turns as hard as it can. Below, it turns in proportion.',
    1,
  ),
} as const;

export const rate = (description: string) => quantity('rad/s', 0, 1e4, description, 1.2);

/** When an agent arrives that must arrive at a given time. */
export const instant = {
  time: quantity(
    's',
    1e-3,
    1e5,
    'Time from birth to arrival. With a period, the shortest time allowed.',
    2,
  ),
  period: quantity(
    's',
    0,
    1e5,
    'It arrives at the next multiple of this period, so all agents with one target arrive in the same tick. 0: at `time`.',
    0,
  ),
} as const;
