import { expect, test } from 'vitest';
import { createWorld, parseScenario, stateHash, tick } from '../../src/index.ts';
import { LONG } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';

/** Agents among spheres: far off, on course, head on, tangent, inside, at a center, at rest. */
function course(seed: number, dimensions: 2 | 3, steer: string) {
  const random = randomOf(seed);
  const point = (size: number): number[] => [
    size * (random() - 0.5),
    size * (random() - 0.5),
    dimensions === 3 ? size * (random() - 0.5) : 0,
  ];
  const obstacles = Array.from({ length: 7 }, () => ({
    type: 'sphere',
    center: point(40),
    radius: 0.5 + 3 * random(),
  }));
  const positions: number[][] = [];
  const velocities: number[][] = [];
  const put = (position: number[], velocity: number[]): void => {
    positions.push(position);
    velocities.push(velocity);
  };
  for (let k = 0; k < 90; k++) put(point(60), point(8));
  for (const { center, radius } of obstacles) {
    const [x, y, z] = center as [number, number, number];
    put([x - radius - 2, y, z], [3, 0, 0]);
    put([x - 6, y + radius, z], [3, 0, 0]);
    put([x - 6, y + radius + 1, z], [3, -0, 0]);
    put([x, y, z], [0, 0, 0]);
    put([x, y, z], [1, 2, 0]);
    put([x + radius / 2, y, z], [0, 0, 0]);
    put([x, y + radius, z], [0, -1e-40, 0]);
    put([x + radius + 1, y, z], [0, 0, 0]);
  }
  const half = Math.floor(positions.length / 2) + 1;
  const of = (list: number[][], name: string): object[] =>
    name === 'fish' ? list.slice(0, half) : list.slice(half);
  return parseScenario({
    name: 'course',
    seed,
    dimensions,
    obstacles,
    species: ['fish', 'bird'].map((name, index) => ({
      name,
      count: of(positions, name).length,
      radius: 0.2 * index,
      minSpeed: 0,
      spawn: { type: 'points', positions: of(positions, name), velocities: of(velocities, name) },
      behaviors: [
        { type: 'avoidance', lookAhead: 1 + index, margin: 0.1, steer },
        { type: 'wander' },
      ],
    })),
  });
}

test.each([
  [1, 3, 'around'],
  [2, 3, 'reflect'],
  [3, 2, 'around'],
  [4, 2, 'reflect'],
] as const)(
  'agents avoid the same spheres in both kernels, seed %i, %i dimensions, %s',
  (seed, dimensions, steer) => {
    const scenario = course(seed, dimensions, steer);
    const ts = createWorld(scenario, { kernel: 'ts', maxWorkers: 1 });
    const simd = createWorld(scenario, { kernel: 'simd', maxWorkers: 1 });
    for (let t = 0; t < (LONG ? 120 : 40); t++) {
      tick(ts);
      tick(simd);
      expect(stateHash(simd), `tick ${t + 1}`).toBe(stateHash(ts));
    }
  },
);
