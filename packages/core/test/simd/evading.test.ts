import { expect, test } from 'vitest';
import { createWorld, parseScenario, stateHash, tick } from '../../src/index.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

interface Flight {
  readonly seed: number;
  readonly dimensions: 2 | 3;
  readonly edge: number;
  readonly wrap: boolean;
}

/** Two species that flee from a third, mixed: far away, across seams, on a quarry, on its way, at rest. */
function flight({ seed, dimensions, edge, wrap }: Flight) {
  const random = randomOf(seed);
  const point = (size: number): number[] => [
    size * (random() - 0.5),
    size * (random() - 0.5),
    dimensions === 3 ? size * (random() - 0.5) : 0,
  ];
  // Inside of the bounds, with those ahead of them.
  const hunters = Array.from({ length: 41 }, () => point(edge - 4));
  const near = hunters.flatMap(([x, y, z]) => [
    [x, y, z],
    [x + 1e-3, y, z],
    [x + 1.5, y, z],
  ]);
  const all = [...near, ...Array.from({ length: 500 }, () => point(edge))];
  const of = (rest: number): number[][] => all.filter((_, k) => k % 2 === rest || k % 3 === rest);
  const half = [edge / 2, edge / 2, dimensions === 3 ? edge / 2 : 0];
  const kind = (
    name: string,
    positions: number[][],
    behaviors: object[],
    speed: number,
  ): object => ({
    name,
    count: positions.length,
    minSpeed: 0,
    maxSpeed: speed,
    maxForce: 30,
    // Hunters fly straight at some; of the others every other one is at rest.
    spawn: {
      type: 'points',
      positions,
      velocities: positions.map((_, k) =>
        name === 'hunter' ? [3, 0, 0] : k % 2 === 0 ? [0, 0, 0] : point(4),
      ),
    },
    behaviors,
  });
  return parseScenario({
    name: 'flight',
    seed,
    dimensions,
    bounds: wrap ? { type: 'wrap', min: half.map((value) => -value), max: half } : { type: 'open' },
    species: [
      kind('hunter', hunters, [], 3),
      kind('hare', of(0), [{ type: 'evade', quarry: 'hunter', from: 0.5, to: edge / 4 }], 4),
      kind('deer', of(1), [{ type: 'evade', quarry: 'hunter', sight: edge / 5, prediction: 3 }], 0),
      kind('fox', hunters, [{ type: 'evade', quarry: 'fox', weight: 2, prediction: 0.5 }], 5),
    ],
  });
}

test.each<Flight>([
  { seed: 1, dimensions: 3, edge: 40, wrap: true },
  { seed: 2, dimensions: 3, edge: 200, wrap: false },
  { seed: 3, dimensions: 2, edge: 30, wrap: true },
  { seed: 4, dimensions: 2, edge: 2000, wrap: false },
])(
  'evasion is the same in both kernels, $dimensions dimensions, $edge m, wrap $wrap, seed $seed',
  (of) => {
    const scenario = flight(of);
    const ts = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
    const simd = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    for (let t = 0; t < (LONG ? 60 : 20); t++) {
      tick(ts);
      tick(simd);
      expect(stateHash(simd), `tick ${t + 1}`).toBe(stateHash(ts));
    }
  },
);
