import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { choice, name, quantity } from '../schema/quantities.ts';

/**
 * This file contains the keys that several behaviors share. A key whose value is a number is a parameter, with its unit
 * and range.
 */

export const weight = (unit: string, value: number) => quantity(unit, 0, 1e6, value);

export const cosineOfView = quantity('1', -1, 1, -1);

export const seen = z.optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.species)));

/** Keys of every behavior. */
export const inStates = {
  states: z.optional(z.array(name).check(z.minLength(1), z.maxLength(LIMITS.statesPerSpecies))),
} as const;

/** Keys for the aim of a behavior: a target, or agents of a species. */
export const aimed = {
  target: z.optional(name),
  quarry: z.optional(name),
  choose: choice(['nearest', 'assigned']),
  sight: quantity('m', 1e-3, 1e5, 1e5),
  assignable: z.optional(z.boolean()),
} as const;

/** Key that chooses which agents end when an agent hits its aim. */
export const ends = z.optional(z.enum(['self', 'quarry', 'both']));

/** Key for the second aim of a behavior that has two aims. */
export const second = z.strictObject({
  target: z.optional(name),
  quarry: z.optional(name),
});

export const brakingDistance = (value: number) => quantity('m', 1e-3, 1e5, value);

/** Keys for the distances at which a behavior acts: the least and the greatest distance to its aim. */
export const band = {
  from: quantity('m', 0, 1e5, 0),
  to: quantity('m', 0, 1e5, 1e5),
} as const;

export const prediction = (value: number) => quantity('s', 0, 60, value);

export const path = z.optional(name);

/** Keys for the way an agent moves along the points of a path. */
export const waypoints = {
  path,
  switchDistance: quantity('m', 1e-3, 1e4, 1),
  end: choice(['arrive', 'stop']),
} as const;

export const speed = quantity('m/s', 1e-3, 1e4, 30);

/** Keys that limit how sharply an agent can turn: it cannot fly a circle smaller than `curvatureRadius`. */
export const curvature = {
  speed,
  curvatureRadius: quantity('m', 1e-3, 1e5, 25),
  saturation: quantity('m', 1e-6, 1e5, 1),
} as const;

export const rate = quantity('rad/s', 0, 1e4, 1.2);

/** Keys for the time at which an agent must arrive. */
export const instant = {
  time: quantity('s', 1e-3, 1e5, 2),
  period: quantity('s', 0, 1e5, 0),
} as const;
