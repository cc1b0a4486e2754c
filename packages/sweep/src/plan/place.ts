import type { Scenario } from '@skein/core';
import { findPlace, guessText, jsonPath, readChange } from '@skein/core/describe';
import { show } from '@skein/core/internal';
import type { ParameterValue } from '../jobs/job.ts';
import { type Refusal, refuse } from './plan-error.ts';

/** The keys and indices that lead from the scenario to a value in it. */
export type Path = readonly (string | number)[];

/** An unparsed scenario, or a part of it. */
export type Json = unknown;

/** Matches one part of a path: a key, an index, or a quoted key. */
const PART = /\.([A-Za-z_$][\w$]*)|\[(\d{1,8})\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/**
 * Parses a path in the form that errors use: `$.launchers[0].angle`, `$.a["b c"]`. Returns undefined for other texts.
 */
export function readPath(text: string): Path | undefined {
  const parts: (string | number)[] = [];
  PART.lastIndex = 1;
  while (PART.lastIndex < text.length) {
    const [, key, index, quoted] = PART.exec(text) ?? [];
    if (key !== undefined) parts.push(key);
    else if (index !== undefined) parts.push(Number(index));
    else if (quoted !== undefined) parts.push(quoted.replace(/\\(.)/g, '$1'));
    else return undefined;
  }
  return parts.length === 0 ? undefined : parts;
}

/**
 * Finds the path of a parameter in a scenario. The name of the parameter has one of three forms:
 *
 * - a path, such as `$.launchers[0].angle`.
 * - the number of agents of a species, such as `boid.count`.
 * - a name as in the option `--set` of `skein run`, such as `boid.separation.weight` or `boid.maxSpeed`.
 *
 * This function does not check whether the scenario can have the last key of a path. Parsing the scenario checks that
 * later.
 *
 * @param raw the unparsed scenario
 * @param scenario the same scenario, parsed
 * @param values the first and last value of the parameter, which are checked against its range
 */
export function findParameter(
  name: string,
  raw: Json,
  scenario: Scenario,
  values: readonly ParameterValue[],
): Path | Refusal {
  if (name.startsWith('$')) {
    const path = readPath(name);
    if (path === undefined) return refuse(show(name), 'a path such as $.launchers[0].angle');
    // The seed of a run comes from the plan. A seed in the scenario would appear in the results without being used.
    if (path.length === 1 && path[0] === 'seed') {
      return refuse(
        'the seed of the scenario',
        'another parameter, because the seeds come from the key "seeds" of the plan',
      );
    }
    return findInside(raw, path);
  }
  const [, species] = /^([A-Za-z][\w-]*)\.count$/.exec(name) ?? [];
  const at = scenario.species.findIndex((one) => one.name === species);
  const text = values.find((value) => typeof value !== 'number');
  if (at >= 0) {
    return text === undefined ? ['species', at, 'count'] : refuse(show(text), 'a whole number');
  }
  let change: ReturnType<typeof readChange>;
  try {
    change = readChange(`${name}=0`, '=');
  } catch {
    return refuse(
      show(name),
      'SPECIES.BEHAVIOR.PARAMETER, SPECIES.PARAMETER, or a path such as $.launchers[0].angle',
    );
  }
  if (text !== undefined) return refuse(show(text), 'a number');
  for (const value of values as readonly number[]) {
    const place = findPlace(scenario, { ...change, value });
    if ('found' in place) return refuse(place.found, place.expected);
    const inner = place.behavior === undefined ? [] : ['behaviors', place.behavior];
    const found = ['species', place.species, ...inner, change.parameter];
    if (value === values.at(-1)) return found;
  }
  throw new RangeError(`${name}: found no values`);
}

/** Resolves a path in a scenario. All parts except the last must exist, and the last must be able to hold a value. */
function findInside(raw: Json, path: Path): Path | Refusal {
  let holder = raw;
  for (const [depth, part] of path.entries()) {
    const where = jsonPath(path.slice(0, depth));
    if (Array.isArray(holder)) {
      const count = holder.length;
      if (typeof part !== 'number' || part >= count) {
        const expected =
          count === 0 ? 'an index of it, which is empty' : `an index from 0 to ${count - 1}`;
        return refuse(`${show(part)} in ${where}, a list of ${count}`, expected);
      }
    } else if (holder === null || typeof holder !== 'object') {
      return refuse(`${show(holder)} at ${where}`, 'an object or a list there');
    } else if (typeof part === 'number') {
      return refuse(`index ${part} in ${where}, an object`, 'a key');
    } else if (depth < path.length - 1 && !Object.hasOwn(holder, part)) {
      const keys = Object.keys(holder);
      return refuse(
        `no ${show(part)} in ${where}${guessText(part, keys)}`,
        `one of ${keys.map(show).join(', ')}`,
      );
    }
    holder = (holder as Record<string | number, Json>)[part];
  }
  if (holder !== null && typeof holder === 'object') {
    const what = Array.isArray(holder) ? 'a list' : 'an object';
    return refuse(`${what} at ${jsonPath(path)}`, 'a number, a text, true or false at this path');
  }
  return path;
}

/** Returns a copy of a scenario with the given value at a path. */
export function withValue(raw: Json, [part, ...rest]: Path, value: ParameterValue): Json {
  if (part === undefined) return value;
  const inner = withValue((raw as Record<string | number, Json>)[part], rest, value);
  if (!Array.isArray(raw)) return { ...(raw as object), [part]: inner };
  return Object.assign([...raw], { [part]: inner });
}
