import * as z from 'zod';
import { LIMITS } from './limits.ts';

/**
 * What the schemas of a scenario are made of: limits, numbers with unit and range, names, vectors.
 *
 * zod, because it reports every problem of a file with its path and exports JSON Schema.
 */

// Compiling checks with `new Function` would break pages with a strict content security policy.
z.config({ jitless: true });

/** A number with its unit and range. */
export function quantity(unit: string, min: number, max: number, description: string): z.ZodNumber {
  return z.number().min(min).max(max).meta({ unit, description });
}

export function whole(min: number, max: number, description: string): z.ZodNumber {
  return z.number().int().min(min).max(max).meta({ description });
}

export const name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
  .meta({ description: 'A letter, then letters, digits, "-" or "_"; at most 64.' });

const coordinate = z.number().min(-LIMITS.coordinate).max(LIMITS.coordinate);

/** What a point or vector of any other form is told to be. */
export const A_VECTOR = 'an array of 2 or 3 numbers';

/** A point or vector; z may be left out and is 0 then. */
export const vector = z
  .array(coordinate, { error: A_VECTOR })
  .min(2, { error: A_VECTOR })
  .max(3, { error: A_VECTOR })
  .transform((v): [number, number, number] => [v[0], v[1], v[2] ?? 0])
  .meta({ unit: 'm', description: 'x, y and z; z may be left out and is 0 then.' });

export const weight = (unit: string, standard: number): z.ZodDefault<z.ZodNumber> =>
  quantity(unit, 0, 1e6, 'How strongly the behavior pulls.').default(standard);

export const cosineOfView = quantity(
  '1',
  -1,
  1,
  'Cosine of half the field of view: -1 sees all around, 0 the half space ahead.',
).default(-1);

export const seen = z
  .array(name)
  .min(1)
  .max(LIMITS.species)
  .optional()
  .meta({ description: 'Names of the species this behavior sees; all of them when left out.' });

/** What a behavior goes after: a target, or agents of a species. */
export const aimed = {
  target: name.optional().meta({
    description: 'Name of a target; the first one when neither it nor a quarry is given.',
  }),
  quarry: name.optional().meta({ description: 'Name of a species to go after, not a target.' }),
  choose: z.enum(['nearest', 'assigned']).default('nearest').meta({
    description:
      'Of a quarry: "nearest" takes the nearest living one within sight; "assigned" one by id, and the next living one after its end.',
  }),
  sight: quantity('m', 1e-3, 1e5, 'How far the nearest quarry is seen.').default(1e5),
} as const;

export const brakingDistance = quantity(
  'm',
  1e-3,
  1e5,
  'Speed falls in proportion inside it.',
).default(5);

/** The distances to what it goes after at which a behavior acts. */
export const band = {
  from: quantity('m', 0, 1e5, 'It acts at this distance and beyond.').default(0),
  to: quantity('m', 0, 1e5, 'It acts up to this distance.').default(1e5),
} as const;
