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

export const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const name = z
  .string()
  .regex(NAME)
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
