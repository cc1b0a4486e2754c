import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

/**
 * The building blocks of the schemas of a scenario: numbers with a unit and a range, names and vectors.
 *
 * The schemas use zod, because it reports every problem of a file with its path, and exports JSON Schema. They use the
 * mini form of zod, which makes a page 17 kB smaller (gzip).
 *
 * The descriptions of keys are in scenario/descriptions.ts, so that a page that only runs scenarios does not load them.
 */

// By default, zod compiles checks with `new Function`, which fails on pages with a strict content security policy.
z.config({ jitless: true });

/** Returns the schema of a number with a unit and a range, and optionally a default. */
export function quantity(unit: string, min: number, max: number): Quantity;
export function quantity(
  unit: string,
  min: number,
  max: number,
  otherwise: number,
): z.ZodMiniDefault<Quantity>;
export function quantity(
  unit: string,
  min: number,
  max: number,
  otherwise?: number,
): Quantity | z.ZodMiniDefault<Quantity> {
  const number = numberWith(z.minimum(min), z.maximum(max), z.meta({ unit }));
  return otherwise === undefined ? number : z._default(number, otherwise);
}

type Quantity = z.ZodMiniNumber<number>;

/** Like `z.number().check(...checks)`, which makes a schema twice. There are hundreds of them, at each start. */
function numberWith(...checks: z.core.$ZodCheck<never>[]): Quantity {
  return new z.ZodMiniNumber({ type: 'number', coerce: false, checks }) as Quantity;
}

/** Returns the schema of a whole number with a range, and optionally a default. */
export function whole(min: number, max: number): Quantity;
export function whole(min: number, max: number, otherwise: number): z.ZodMiniDefault<Quantity>;
export function whole(
  min: number,
  max: number,
  otherwise?: number,
): Quantity | z.ZodMiniDefault<Quantity> {
  const number = numberWith(z.int(), z.minimum(min), z.maximum(max));
  return otherwise === undefined ? number : z._default(number, otherwise);
}

/**
 * Returns a schema that accepts any of these words. The default is the first word, unless `otherwise` names another
 * word.
 */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  otherwise: NoInfer<Words[number]> = words[0],
) {
  return z._default(z.enum(words), otherwise as never);
}

export const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

export const name = z
  .string()
  .check(
    z.regex(NAME),
    z.meta({ description: 'A letter, then letters, digits, "-" or "_"; at most 64 characters.' }),
  );

const coordinate = z.number().check(z.minimum(-LIMITS.coordinate), z.maximum(LIMITS.coordinate));

/** The expected forms of a vector and of a rotation, as error messages describe them. */
export const A_VECTOR = 'an array of 2 or 3 numbers';
export const A_ROTATION = 'a number, or an array of 4 numbers';

/** The schema of a point or vector. The default of z is 0. */
export const vector = z
  .pipe(
    z
      .array(coordinate, { error: A_VECTOR })
      .check(z.minLength(2, { error: A_VECTOR }), z.maxLength(3, { error: A_VECTOR })),
    z.transform((v): [number, number, number] => [v[0], v[1], v[2] ?? 0]),
  )
  .register(z.globalRegistry, { unit: 'm', description: 'x, y and z. Default of z: 0.' });
