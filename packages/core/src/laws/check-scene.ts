import { canHoldOptions, show } from '../errors.ts';
import type { Law } from './law.ts';
import type { LawScene } from './law-scene.ts';

/**
 * The first problem of a scene: the path of the value in the scene, the value that was found, and what was expected.
 */
export interface SceneProblem {
  readonly where: string;
  readonly found: string;
  readonly expected: string;
}

/**
 * Checks a value of a scene. Because nearly all values are valid, the path of a value is put together only after a
 * problem is found.
 */
type Check = (value: unknown, inPlane: boolean) => SceneProblem | undefined;

/**
 * Finds the first problem of a scene for `evaluateLaw`. It does not check the scene's parameters, because that needs
 * the law.
 */
export function problemOfScene(
  input: unknown,
  columns: Law['columns'] = {},
  fields: readonly string[] = [],
): SceneProblem | undefined {
  const inPlane = (input as LawScene | null | undefined)?.dimensions === 2;
  const problem = sceneWith(columns, fields)(input, inPlane);
  return problem && { ...problem, where: problem.where.slice(1) || 'the scene' };
}

function problemAt(where: string, value: unknown, expected: string): SceneProblem {
  return { where, found: show(value), expected };
}

/**
 * Checks that a value is a number. NaN and infinite numbers are accepted too, so that tests can see what a law yields
 * for them.
 */
const number: Check = (value) =>
  typeof value === 'number' ? undefined : problemAt('', value, 'a number');

const whole: Check = (value) =>
  typeof value === 'number' && value >>> 0 === value
    ? undefined
    : problemAt('', value, 'a whole number from 0 to 4294967295');

const dimensions: Check = (value) =>
  value === 2 || value === 3 ? undefined : problemAt('', value, '2 or 3');

const vector: Check = (value, inPlane) => {
  if (!Array.isArray(value) || !(value.length === 3 || (value.length === 2 && inPlane))) {
    const expected = inPlane
      ? 'an array of two or three numbers'
      : 'an array of three numbers, or of two numbers if "dimensions" is 2';
    return problemAt('', value, expected);
  }
  for (let axis = 0; axis < value.length; axis++) {
    if (typeof value[axis] !== 'number') return problemAt(`[${axis}]`, value[axis], 'a number');
  }
  return undefined;
};

const record: Check = (value) =>
  canHoldOptions(value) ? undefined : problemAt('', value, 'an object');

/**
 * Returns a check for objects. All keys of the object must be in `checks`, and each value must pass the check of its
 * key. Keys may be missing, except the keys in `needed` whose checks refuse `undefined`.
 */
function recordOf(checks: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check {
  const known = new Map(Object.entries(checks));
  return (value, inPlane) => {
    if (!canHoldOptions(value)) return problemAt('', value, 'an object');
    const values = value as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(values)) {
      const check = known.get(key);
      if (check === undefined) {
        const expected = `one of ${[...known.keys()].join(', ')}`;
        return { where: `.${key}`, found: 'no such key', expected };
      }
      if (values[key] === undefined) continue;
      const problem = check(values[key], inPlane);
      if (problem !== undefined) return { ...problem, where: `.${key}${problem.where}` };
    }
    for (const key of needed) {
      if (values[key] !== undefined) continue;
      const problem = known.get(key)?.(undefined, inPlane);
      if (problem !== undefined) return { ...problem, where: `.${key}` };
    }
    return undefined;
  };
}

function listOf(check: Check): Check {
  return (value, inPlane) => {
    if (!Array.isArray(value)) return problemAt('', value, 'an array');
    for (let index = 0; index < value.length; index++) {
      const problem = check(value[index], inPlane);
      if (problem !== undefined) return { ...problem, where: `[${index}]${problem.where}` };
    }
    return undefined;
  };
}

/** One check for each key of `Part`. If a check is missing, the compiler reports it. */
type ChecksOf<Part> = Readonly<Record<keyof NonNullable<Part>, Check>>;

const SELF = {
  position: vector,
  velocity: vector,
  heading: vector,
  up: vector,
  force: vector,
  mass: number,
  radius: number,
  maxSpeed: number,
  maxForce: number,
  damping: number,
  forceFactor: number,
  id: whole,
  species: whole,
  birth: whole,
} as const satisfies Readonly<Record<string, Check>>;

const NEIGHBOR = {
  offset: vector,
  velocity: vector,
  heading: vector,
  mass: number,
  radius: number,
  id: whole,
  species: whole,
} as const satisfies Readonly<Record<string, Check>>;

const aim = recordOf(
  {
    offset: vector,
    velocity: vector,
    acceleration: vector,
    radius: number,
    heading: vector,
    up: vector,
  } satisfies ChecksOf<LawScene['aim']>,
  ['offset'],
);

const OF_TYPE = { f32: number, u32: whole, vec3: vector } as const;

const field = recordOf({ value: number, gradient: vector });

function sceneOf(declared: Readonly<Record<string, Check>>, fields: readonly string[]): Check {
  return recordOf({
    self: recordOf({ ...SELF, ...declared }),
    neighbors: listOf(recordOf({ ...NEIGHBOR, ...declared }, ['offset'])),
    aim,
    second: aim,
    parameters: record,
    fields: recordOf(Object.fromEntries(fields.map((name) => [name, field]))),
    dt: number,
    tick: whole,
    seed: whole,
    dimensions,
  } satisfies ChecksOf<LawScene>);
}

const PLAIN = sceneOf({}, []);

function sceneWith(columns: NonNullable<Law['columns']>, fields: readonly string[]): Check {
  const declared = Object.entries(columns).map(
    ([name, { type }]) => [name, OF_TYPE[type]] as const,
  );
  const isPlain = declared.length === 0 && fields.length === 0;
  return isPlain ? PLAIN : sceneOf(Object.fromEntries(declared), fields);
}
