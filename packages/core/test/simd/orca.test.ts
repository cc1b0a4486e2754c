import { test } from 'vitest';
import { expectSameTicks } from '../helpers/compare.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, worldOf } from '../helpers/scenes.ts';

/** Crowds in a plane or in space, partly dense, some on one spot, some with limited sight, some mortal. */
function crowd(seed: number, dimensions: 2 | 3, bounds: string, kernel: 'ts' | 'simd') {
  const random = randomOf(seed);
  const [min, max] = [
    [-9, 100, 3],
    [14, 131, 26],
  ].map((corner) => corner.slice(0, dimensions));
  const place = (share: number): number[] =>
    min.map((low, axis) => low + (0.001 + 0.998 * share * random()) * (max[axis] - low));
  const spot = [0, 110, 9].slice(0, dimensions);
  const places = (count: number): number[][] =>
    Array.from({ length: count }, (_, k) => (k % 9 === 3 ? spot : place(k % 2 ? 1 : 0.4)));
  const kind = (name: string, count: number, orca: object, rest: object) => ({
    name,
    ...pointsOf(
      places(count),
      Array.from({ length: count }, () => spot.map(() => 3 * random() - 1.5)),
    ),
    maxSpeed: 2,
    goals: { type: 'points', positions: places(count) },
    behaviors: [
      { type: 'goal', weight: 5, brakingDistance: 2 },
      { type: 'orca', ...orca },
    ],
    ...rest,
  });
  return worldOf(
    {
      seed,
      dt: 0.1,
      dimensions,
      bounds: bounds === 'open' ? { type: bounds } : { type: bounds, min, max },
      species: [
        kind('many', 131, { radius: 7, maxNeighbors: 5, margin: 0.1 }, { radius: 0.3, mass: 3 }),
        kind(
          'all',
          41,
          { radius: 4, maxNeighbors: 64 },
          { radius: 0.5, maxForce: 9, damping: 0.2 },
        ),
        kind(
          'few',
          17,
          { radius: 7.5, species: ['few', 'many'] },
          { lifetime: 3, forceFactor: 0.5 },
        ),
        { ...kind('blind', 23, {}, { radius: 0.2 }), behaviors: [{ type: 'goal' }] },
      ],
      obstacles: Array.from({ length: seed % 2 === 0 ? 3 : 22 }, (_, k) => ({
        type: 'sphere',
        center: place(k < 18 ? 0.2 : 1),
        radius: 0.2 + random(),
      })),
      commands: [
        {
          tick: 7,
          type: 'set',
          species: 'many',
          behavior: 'orca',
          parameter: 'maxNeighbors',
          value: 3,
        },
        {
          tick: 9,
          type: 'set',
          species: 'all',
          behavior: 'orca',
          parameter: 'radius',
          value: 0.01,
        },
        { tick: 12, type: 'set', species: 'few', parameter: 'forceFactor', value: 0 },
      ],
    },
    { kernel, maxWorkers: 1 },
  );
}

test.each(
  someOf(
    [
      [1, 2, 'open'],
      [2, 3, 'wrap'],
      [3, 2, 'contain'],
      [4, 3, 'contain'],
      [5, 2, 'wrap'],
      [6, 3, 'open'],
      [7, 2, 'wrap'],
    ] as const,
    3,
  ),
)(
  'orca steers the same in both kernels, seed %i, %i dimensions, bounds %s',
  (seed, dimensions, bounds) => {
    const ts = crowd(seed, dimensions, bounds, 'ts');
    const simd = crowd(seed, dimensions, bounds, 'simd');
    expectSameTicks(simd, ts, LONG ? 120 : 35);
  },
);
