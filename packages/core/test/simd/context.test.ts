import { expect, test } from 'vitest';
import { stateHash, tick } from '../../src/index.ts';
import { expectSameTicks } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

/** Crowds that wander, arrive and flee, partly dense, some on one spot, some near obstacles and walls. */
function crowd(seed: number, dimensions: 2 | 3, bounds: string, kernel: 'ts' | 'simd') {
  const random = randomOf(seed);
  const [min, max] = [
    [-9, 100, -4],
    [14, 131, 7],
  ];
  const place = (share: number): number[] =>
    min.map((low, axis) =>
      axis < dimensions ? low + (0.001 + 0.998 * share * random()) * (max[axis] - low) : 0,
    );
  const kind = (name: string, count: number, before: object[], context: object) => {
    const places = Array.from({ length: count }, (_, k) =>
      k % 29 === 3 ? [0, 110, 0] : place(k % 2 ? 1 : 0.4),
    );
    const velocities = places.map(() => [3 * random() - 1.5, 3 * random() - 1.5, 0]);
    const behaviors = [...before, { type: 'context', ...context }];
    return { name, ...pointsOf(places, velocities), maxSpeed: 2, behaviors };
  };
  return worldOf(
    {
      seed,
      dimensions,
      bounds: bounds === 'open' ? { type: bounds } : { type: bounds, min, max },
      species: [
        kind('many', 181, [{ type: 'wander' }], { radius: 3, bias: 2, tolerance: 0 }),
        kind('some', 83, [{ type: 'arrive' }], { radius: 2, arrivalRadius: 1, separation: 1 }),
        kind('hard', 61, [{ type: 'seek' }, { type: 'cohesion', radius: 3 }], {
          ...{ radius: 2, blocking: 'hard', castRange: 0.5 },
        }),
        kind('few', 27, [{ type: 'leaderFollow', quarry: 'some' }], {
          ...{ radius: 3.5, species: ['hard', 'some'], tolerance: 0.5 },
        }),
        kind('most', 39, [{ type: 'flee', to: 9 }], { radius: 2, merge: 'max' }),
        kind('around', 33, [{ type: 'strafe' }], { radius: 2 }),
        kind('lone', 15, [], { radius: 3 }),
      ],
      targets: [{ name: 'goal', position: place(1) }],
      obstacles: Array.from({ length: seed % 2 === 0 ? 0 : 5 }, (_, k) =>
        k % 2 === 0
          ? { type: 'sphere', center: place(1), radius: 0.2 + random() }
          : { type: 'box', min: [k, 105, -1], max: [k + 1, 107, 1] },
      ),
      commands: [
        {
          ...{ tick: 7, type: 'set', species: 'many', behavior: 'context' },
          ...{ parameter: 'weight', value: 0 },
        },
        {
          ...{ tick: 9, type: 'set', species: 'some', behavior: 'context' },
          ...{ parameter: 'radius', value: 0.01 },
        },
      ],
    },
    { kernel, maxWorkers: 1 },
  );
}

test.each(
  someOf(
    [
      [1, 2, 'contain'],
      [2, 3, 'wrap'],
      [3, 3, 'open'],
      [4, 2, 'open'],
      [5, 2, 'wrap'],
      [6, 3, 'contain'],
    ] as const,
    3,
  ),
)(
  'context steers the same in both kernels, seed %i, in %iD, bounds %s',
  (seed, dimensions, bounds) => {
    const ts = crowd(seed, dimensions, bounds, 'ts');
    const simd = crowd(seed, dimensions, bounds, 'simd');
    expectSameTicks(simd, ts, LONG ? 120 : 35);
  },
);

test('both sides of an agent straight ahead are equally good, in both kernels', () => {
  // Pairs in a row. TypeScript draws the side for each agent.
  const places = Array.from({ length: 16 }, (_, k) => [3 * (k >> 1) + (k % 2) / 2, 0, 0]);
  const row = { name: 'row', ...pointsOf(places, Array(16).fill([1, 0, 0])), maxSpeed: 2 };
  const context = { type: 'context', radius: 1.5, bias: 0, separation: 0, tolerance: 0.5 };
  const behaviors = [{ type: 'seek', target: 'end' }, context];
  const [ts, simd] = (['ts', 'simd'] as const).map((kernel) =>
    worldOf(
      {
        dimensions: 2,
        species: [{ ...row, behaviors }],
        targets: [{ name: 'end', position: [50, 0, 0] }],
      },
      { kernel },
    ),
  );
  expectSameTicks(simd, ts, 5);
});

test('an agent in quarantine is no neighbor, in both kernels', () => {
  const nodes = [
    ['whole', 0xffffffff],
    ['fromBits', 0],
  ] as const;
  const bad = {
    ...{ law: 1, name: 'bad', description: 'Not a number.', aim: 'none', result: 'force' },
    ...{ vector: [1, 1, 1], columns: {}, parameters: {}, nodes },
  };
  const worlds = (['ts', 'simd'] as const).map((kernel) =>
    worldOf(
      {
        dimensions: 2,
        laws: [bad],
        species: [
          {
            name: 'bad',
            ...pointsOf([
              [0, 0],
              [0, 0.1],
            ]),
            behaviors: [{ type: 'law:bad' }],
          },
          { name: 'good', ...pointsOf([[0.2, 0]]), behaviors: [{ type: 'context', radius: 1 }] },
        ],
      },
      { kernel },
    ),
  );
  for (const world of worlds) tick(world, 4);
  expect(worlds.map(({ front }) => [...front.status].sort())).toEqual([
    [1, 2, 2],
    [1, 2, 2],
  ]);
  expect(stateHash(worlds[1])).toBe(stateHash(worlds[0]));
});
