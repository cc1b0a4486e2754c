import type * as z from 'zod/mini';
import type { Species } from './species-schema.ts';

/**
 * Parses a species. Leaves out or replaces the invalid parts of the species. Returns undefined if the rest of the
 * scenario may refer to an invalid part.
 */
export function readAround(schema: z.ZodMiniType<Species>, species: unknown): Species | undefined {
  let value = species;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      if (value === undefined) return undefined;
      value = around(value, issue, turn);
    }
  }
  return undefined;
}

/**
 * Maximum number of attempts to parse a species. Several are needed, because leaving out one part may reveal a problem
 * in another part.
 */
const MAX_TURNS = 4;

/**
 * Keys that cannot be left out, because other parts of the scenario refer to them. Without them, valid references would
 * be reported as problems.
 */
const REFERRED_TO: readonly unknown[] = ['name', 'states', 'columns', 'behaviors'];
/** Replacements for invalid parts that cannot be left out. The replacements refer to no other parts. */
const STAND_INS: Readonly<Record<string, unknown>> = { count: 1, spawn: { type: 'pool' } };
const STAND_IN_BEHAVIOR = { type: 'cohesion' };

/**
 * Returns a copy of a species in which the part that has an issue is left out or replaced. Returns undefined if neither
 * is possible.
 */
function around(value: unknown, issue: z.core.$ZodIssue, turn: number): unknown {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return without(value, path, issue.keys);
  const [key, index, inner] = path;
  if (key === 'behaviors' && typeof index === 'number') {
    if (turn === 0 && typeof inner === 'string' && inner !== 'type') {
      return without(value, [key, index], [inner]);
    }
    const { behaviors } = value as { behaviors: readonly unknown[] };
    return {
      ...(value as object),
      behaviors: Array.from(behaviors, (one, at) => (at === index ? STAND_IN_BEHAVIOR : one)),
    };
  }
  if (typeof key !== 'string' || REFERRED_TO.includes(key)) return undefined;
  if (Object.hasOwn(STAND_INS, key)) return { ...(value as object), [key]: STAND_INS[key] };
  return without(value, [], [key]);
}

/** Returns a copy of `value` in which the object at `path` lacks the given keys. */
export function without(
  value: unknown,
  path: readonly PropertyKey[],
  keys: readonly string[],
): unknown {
  // An earlier issue may already have removed the object with the keys.
  if (value === null || typeof value !== 'object') return value;
  const [key, ...rest] = path;
  if (key === undefined) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.filter(([name]) => !keys.includes(name)));
  }
  const copy = Array.isArray(value) ? [...value] : { ...value };
  (copy as Record<PropertyKey, unknown>)[key] = without(
    (copy as Record<PropertyKey, unknown>)[key],
    rest,
    keys,
  );
  return copy;
}
