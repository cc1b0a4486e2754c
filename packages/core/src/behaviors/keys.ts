import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { choice, name, quantity } from '../schema/quantities.ts';

/**
 * This file contains the keys that several behaviors share. A key whose value is a number is a parameter, with its unit
 * and range.
 */

export const weight = (unit: string, value: number) =>
  quantity(unit, 0, 1e6, 'How strongly the behavior pulls.', value);

export const cosineOfView = quantity(
  '1',
  -1,
  1,
  'Cosine of half the field of view: with -1 the agent sees all around, with 0 only the half space ahead.',
  -1,
);

export const seen = z
  .optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.species)))
  .register(z.globalRegistry, {
    description: 'Names of the species whose agents this behavior sees. Default: all species.',
  });

/** Keys of every behavior. */
export const inStates = {
  states: z
    .optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies)))
    .register(z.globalRegistry, {
      description: 'Names of the states in which the behavior acts. Default: all states.',
    }),
} as const;

/** Keys for the aim of a behavior: a target, or agents of a species. */
export const aimed = {
  target: z.optional(name).register(z.globalRegistry, {
    description: 'Name of a target. Default: the first target, unless a quarry is given.',
  }),
  quarry: z.optional(name).register(z.globalRegistry, {
    description: 'Name of a species to pursue, instead of a target.',
  }),
  choose: choice(
    ['nearest', 'assigned'],
    '"nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead.',
  ),
  sight: quantity('m', 1e-3, 1e5, 'How far an agent sees when it chooses the nearest quarry.', 1e5),
  assignable: z.optional(z.boolean()).register(z.globalRegistry, {
    description:
      'Whether the command "assign" may give individual agents another target or quarry.',
  }),
} as const;

/** Key that chooses which agents end when an agent hits its aim. */
export const ends = z.optional(z.enum(['self', 'quarry', 'both'])).register(z.globalRegistry, {
  description:
    'Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".',
});

/** Key for the second aim of a behavior that has two aims. */
export const second = z
  .strictObject({
    target: z
      .optional(name)
      .register(z.globalRegistry, { description: 'Name of a target. Default: the first target.' }),
    quarry: z
      .optional(name)
      .register(z.globalRegistry, { description: 'Name of a species to use instead of a target.' }),
  })
  .register(z.globalRegistry, {
    description: 'The second aim. It is chosen in the same way as the first.',
  });

export const brakingDistance = (value: number) =>
  quantity(
    'm',
    1e-3,
    1e5,
    'Within this distance of the aim, the speed falls in proportion to the distance.',
    value,
  );

/** Keys for the distances at which a behavior acts: the least and the greatest distance to its aim. */
export const band = {
  from: quantity(
    'm',
    0,
    1e5,
    'The behavior acts only at this distance or farther from the aim.',
    0,
  ),
  to: quantity('m', 0, 1e5, 'The behavior acts only up to this distance from the aim.', 1e5),
} as const;

export const prediction = (value: number) =>
  quantity('s', 0, 60, 'The behavior predicts at most this far ahead.', value);

export const path = z
  .optional(name)
  .register(z.globalRegistry, { description: 'Name of a path. Default: the first path.' });

/** Keys for the way an agent moves along the points of a path. */
export const waypoints = {
  path,
  switchDistance: quantity(
    'm',
    1e-3,
    1e4,
    'A point counts as passed when the agent is within this distance of it.',
    1,
  ),
  end: choice(
    ['arrive', 'stop'],
    'What happens at the last point of an open path: "arrive" makes the agent stay there, and "stop" ends the behavior.',
  ),
} as const;

export const speed = quantity(
  'm/s',
  1e-3,
  1e4,
  'Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed.',
  30,
);

/** Keys that limit how sharply an agent can turn: it cannot fly a circle smaller than `curvatureRadius`. */
export const curvature = {
  speed,
  curvatureRadius: quantity(
    'm',
    1e-3,
    1e5,
    'Radius of the tightest circle that the agent can fly.',
    25,
  ),
  saturation: quantity(
    'm',
    1e-6,
    1e5,
    'If the lateral miss is larger than this, the agent turns as hard as it can. If the miss is smaller, the agent turns in proportion to the miss.',
    1,
  ),
} as const;

export const rate = (description: string) => quantity('rad/s', 0, 1e4, description, 1.2);

/** Keys for the time at which an agent must arrive. */
export const instant = {
  time: quantity(
    's',
    1e-3,
    1e5,
    'Time from birth to arrival. If `period` is not 0, this is the shortest time allowed.',
    2,
  ),
  period: quantity(
    's',
    0,
    1e5,
    'If this is not 0, arrivals are delayed to a multiple of this period, so agents launched at different times can arrive in the same tick.',
    0,
  ),
} as const;
