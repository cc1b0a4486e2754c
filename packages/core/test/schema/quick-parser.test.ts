import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { commandSchema } from '../../src/commands/index.ts';
import { quickParser } from '../../src/schema/quick-parser.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';

const quick = quickParser(commandSchema);

/** Valid commands, at least one of each type, and with each key. */
const COMMANDS: readonly Record<string, unknown>[] = [
  { type: 'fire' },
  { type: 'fire', launcher: 'gun', count: 3, angle: 1 },
  { type: 'move', target: 'gate', position: [1, 2, 3] },
  { type: 'cells', min: [0, 0], max: [1, 1], cost: 'wall' },
  { type: 'cells', min: [0, 0], max: [1, 1], cost: 3 },
  { type: 'set', species: 'a', behavior: 'seek', parameter: 'weight', value: 2 },
  { type: 'set', species: 'a', behavior: 0, parameter: 'weight', value: -0 },
  { type: 'remove', ids: [1, 2, 3] },
  { type: 'remove', species: 'a', box: { min: [0, 0, 0], max: [1, 1, 1] } },
  { type: 'place', ids: Uint32Array.of(4, 5), positions: Float32Array.of(1, 2, -0, 4, 5, 6) },
  { type: 'place', sphere: { center: [0, -0, 1], radius: 2 }, position: [1, 2], velocity: [-0, 1] },
  { type: 'place', ids: [1], velocities: [1, 2, 3] },
  { type: 'go', ids: [7], position: [1, 2, 3] },
  { type: 'go', ids: 'AQAAAA==', positions: 'AACAPwAAAEAAAEBA' },
  {
    type: 'obstacle',
    do: 'add',
    name: 'o',
    obstacle: { type: 'sphere', center: [1, 2], radius: 1 },
  },
  { type: 'obstacle', do: 'turn', name: 'o', rotation: 1, angularVelocity: [0, 0, 2] },
  { type: 'obstacle', do: 'move', name: 'o', position: [1, 2, 3], velocity: [0, 0, 1] },
  { type: 'spawn', species: 'a', count: 2, position: [1, 2], goal: [1, 2], columns: { age: 3 } },
  { type: 'spawn', species: 'a', positions: [1, 2, 3], velocities: [1, 2, 3], goals: [1, 2, 3] },
  { type: 'write', ids: [1, 2], column: 'age', values: [1, -0] },
  { type: 'write', ids: [1, 2], column: 'sort', words: Array.from({ length: 80 }, (_, k) => k) },
  { type: 'write', species: 'a', column: 'home', value: [1, 2, 3] },
  { type: 'assign', ids: [1], quarry: 3 },
  { type: 'assign', ids: [1, 2], quarries: [3, 4] },
  { type: 'assign', species: 'a', target: 'gate' },
  { type: 'assign', species: 'a', clear: true },
];

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('no');
    },
  },
);

/** Values that few programs pass. Each call returns new ones, because some may be changed. */
function absurd(random: () => number): unknown {
  const values: readonly (() => unknown)[] = [
    ...[undefined, null, true, false, Number.NaN, Number.POSITIVE_INFINITY, -0, 0, 1, -1, 0.5].map(
      (v) => () => v,
    ),
    ...[
      1e300,
      2 ** 32,
      2 ** 31,
      65537,
      10n,
      '',
      'go',
      'a',
      'a b',
      '__proto__',
      'AAAA',
      'AAAAAA==',
      '!',
    ].map((v) => () => v),
    () => Symbol('s'),
    () => () => 1,
    () => [],
    () => [1, 2],
    () => [1, 2, 3, 4],
    () => [-0, -0, -0],
    () => ['1', null, [2]],
    () => [Number.NaN, 1, 2],
    () => new Array(3),
    () => Object.assign(new Array(3), [1, 2]),
    () => Object.assign([1, 2, 3], { extra: 1 }),
    () => new Array(5000).fill(1),
    () => new Array(100).fill(0),
    () => new (class Numbers extends Array<number> {})(1, 2, 3),
    () => new Proxy([1, 2, 3], {}),
    () => new Proxy({ min: [0, 0], max: [1, 1] }, {}),
    () => ({}),
    () => ({ min: [0, 0], max: [1, 1], more: 1 }),
    () => ({ min: [0, 0], max: undefined }),
    () => Object.create({ min: [0, 0], max: [1, 1] }),
    () => ({ __proto__: null, center: [0, 0], radius: 1 }),
    () => ({ center: [0, 0], radius: 1, [Symbol('s')]: 1 }),
    () => Uint32Array.of(1, 2, 3),
    () => Float32Array.of(1, -0, 3),
    () => Float32Array.of(Number.NaN, 1, 3),
    () => Float64Array.of(1, 2, 3),
    () => Uint8Array.of(1, 2, 3),
    () => new Uint32Array(9000),
    () => new Map(),
    () => new Date(0),
    () => Object(1),
    () => Object('go'),
    () => throwing,
    () => ({
      get min() {
        return [0, 0];
      },
      get max() {
        return [1, 1];
      },
    }),
  ];
  return values[Math.floor(random() * values.length)]();
}

const KEYS = [...new Set(COMMANDS.flatMap((command) => Object.keys(command)))];

/** Changes a valid command: some of its keys, their order, the way they are defined, or its prototype. */
function changed(random: () => number): unknown {
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const command: object = structuredClone(of(COMMANDS));
  const key = of([...KEYS, 'tick', 'more', '__proto__', 'toString']);
  const entries = Object.entries(command);
  const [, value] = of(entries);
  switch (Math.floor(random() * 13)) {
    case 0:
      return command;
    case 1:
      return { ...command, [of(Object.keys(command))]: absurd(random) };
    case 2:
      return { ...command, [key]: absurd(random) };
    case 3:
      return { ...command, ...structuredClone(of(COMMANDS)) };
    case 4:
      return Object.fromEntries(entries.filter(() => random() < 0.7));
    case 5:
      return Object.fromEntries(entries.sort(() => random() - 0.5));
    case 6:
      return Object.defineProperty(command, key, {
        value: absurd(random),
        enumerable: random() < 0.5,
      });
    case 7:
      return Object.defineProperty(command, of(entries)[0], {
        get: () => value,
        enumerable: true,
      });
    case 8:
      return Object.setPrototypeOf(command, { [key]: absurd(random) });
    case 9:
      return Object.assign(Object.create(command), random() < 0.5 ? {} : { [key]: absurd(random) });
    case 10:
      return new Proxy(command, {});
    case 11:
      return Object.assign([], command);
    default:
      return random() < 0.2 ? absurd(random) : Object.assign(command, { [Symbol('s')]: 1 });
  }
}

/** Runs a parser; a thrown error is a result, too. */
function resultOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return String(error);
  }
}

test('what the quick parser accepts, the schema accepts with the same result', () => {
  const random = randomOf(seedOf(7));
  let accepted = 0;
  let refused = 0;
  for (let run = 0; run < runsOf(6000, 60_000); run++) {
    const input = changed(random);
    const found = resultOf(() => quick(input));
    const expected = resultOf(() => commandSchema.safeParse(input));
    if (found === undefined) refused++;
    else if (typeof expected === 'string') expect(found).toBe(expected);
    else {
      accepted++;
      const { success, data } = expected as { success: boolean; data: unknown };
      const isSame = success && isDeepStrictEqual(found, data);
      // Keys are in the same order, because the order shows in logs.
      if (!isSame || JSON.stringify(found) !== JSON.stringify(data)) {
        expect.soft(found, `${run}: ${JSON.stringify(input)}`).toStrictEqual(data);
        throw new Error(`Case ${run} differs.`);
      }
    }
  }
  expect(Math.min(accepted, refused)).toBeGreaterThan(runsOf(6000, 60_000) / 10);
});

test('the quick parser accepts every plain command', () => {
  for (const command of COMMANDS)
    expect(quick(command)).toStrictEqual(commandSchema.parse(command));
});

test('the quick parser leaves what it does not know to the schema', () => {
  const cases: readonly [z.core.$ZodType, unknown][] = [
    [z.object({ a: z.number() }), { a: 1, more: 2 }],
    [z.looseObject({ a: z.number() }), { a: 1, more: 2 }],
    [z.strictObject({ a: z.optional(z._default(z.number(), 3)) }), {}],
    [z.strictObject({ a: z._default(z.number(), 3) }), {}],
    [z.strictObject({ a: z.coerce.number() }), { a: '4' }],
    [z.strictObject({ a: z.nullable(z.string()) }), { a: null }],
    [z.strictObject({ a: z.iso.date() }), { a: '2026-01-01' }],
    [z.tuple([z.number(), z.string()]), [1, 'a']],
    [z.strictObject({ a: z.string().check(z.trim(), z.minLength(2)) }), { a: ' ab ' }],
  ];
  for (const [schema, input] of cases) {
    expect(quickParser(schema)(input)).toStrictEqual(z.parse(schema, input));
  }
  expect(quickParser(z.iso.date())('now')).toBeUndefined();
});
