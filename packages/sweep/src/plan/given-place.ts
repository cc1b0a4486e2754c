import type { Problem } from '@skein/core';
import { problemsOf } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import * as z from 'zod/mini';
import type { ParameterValue } from '../jobs/job.ts';
import { type Refusal, refuse } from './plan-error.ts';
import { endsOf, isList, type Values } from './values.ts';

const derivedSchema = z
  .strictObject({
    name: z.string().check(z.meta({ description: 'The place in the scenario.' })),
    times: z.optional(z.number().check(z.meta({ description: 'The factor. Default: 1.' }))),
    plus: z
      .optional(z.number())
      .check(z.meta({ description: 'What is added to the product. Default: 0.' })),
  })
  .check(z.meta({ description: 'A place that gets the value times a factor, plus a number.' }));

const placeSchema = z.union([z.string(), derivedSchema]);

/** The key `at` of a parameter. */
export const placesSchema = z
  .array(placeSchema)
  .check(z.minLength(1))
  .check(
    z.meta({
      description:
        'The places in the scenario that get the value, if the name of the parameter is no place itself.',
    }),
  );

/**
 * A place in the scenario that a parameter sets: its name, or an object with its name. Such a place gets the value of
 * the parameter times `times` (default: 1) plus `plus` (default: 0).
 */
export type GivenPlace = z.output<typeof placeSchema>;

/** The name of a place. */
export function nameOfPlace(place: GivenPlace): string {
  return typeof place === 'string' ? place : place.name;
}

/** The value that a place gets if the parameter has this value. */
export function valueAtPlace(place: GivenPlace, value: ParameterValue): ParameterValue {
  if (typeof place === 'string') return value;
  const { times = 1, plus = 0 } = place;
  // Adding 0 makes 0 of -0.
  return Number(value) * times + plus + 0;
}

/** Returns why a place cannot get these values; undefined if it can. Only numbers can be multiplied. */
export function checkPlaceValues(place: GivenPlace, values: Values): Refusal | undefined {
  if (typeof place === 'string') return undefined;
  const text = isList(values) ? values.find((value) => typeof value !== 'number') : undefined;
  if (text !== undefined) return refuse(`the value ${show(text)}`, 'numbers, which it multiplies');
  const end = endsOf(values).find((value) => !Number.isFinite(valueAtPlace(place, value)));
  if (end === undefined) return undefined;
  return refuse(`${valueAtPlace(place, end)} for the value ${end}`, 'a finite number');
}

/**
 * If the input contains the places of a parameter, separates them from the values. Such an input is `{ "at":
 * ["east.count", { "name": "west.count", "times": 2 }], "values": [10, 20] }`, or a range with the key `at`. Returns
 * problems if the places are not of this form. `path` is the path of the input in the plan.
 */
export function splitPlaces(
  input: unknown,
  path: string,
): { at: readonly GivenPlace[] | undefined; rest: unknown } | Problem[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input) || !('at' in input)) {
    return { at: undefined, rest: input };
  }
  const { at, ...rest } = input as { at: unknown; values?: unknown };
  if (!Array.isArray(at) || at.length === 0) {
    const found = Array.isArray(at) ? 'an empty list' : show(at);
    return [{ path: `${path}.at`, found, expected: 'a list of places, at least one' }];
  }
  const problems = at.flatMap((place, index) => problemsOfPlace(place, `${path}.at[${index}]`));
  if (problems.length > 0) return problems;
  return { at, rest: Object.keys(rest).join() === 'values' ? rest.values : rest };
}

function problemsOfPlace(place: unknown, path: string): Problem[] {
  if (typeof place === 'string') return [];
  if (place === null || typeof place !== 'object' || Array.isArray(place)) {
    return [{ path, found: show(place), expected: 'a name, or { "name", "times", "plus" }' }];
  }
  const result = derivedSchema.safeParse(place);
  const issues = result.success ? [] : result.error.issues;
  return issues.flatMap((issue) =>
    problemsOf(issue, derivedSchema, place).map((problem) => ({
      ...problem,
      path: path + problem.path.slice(1),
    })),
  );
}
