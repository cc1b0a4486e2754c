import { describe, expect, it } from 'vitest';
import { stateHash } from '../../../src/phases/hash.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { distance, dot, length, positionOf, worldOf } from '../../helpers/scenes.ts';

const BODY = 0.4;
const COUNT = 37;
const SECONDS = LONG ? 15 : 5;

const BOX = { min: [-3, -4, -2], max: [1, 2, 5] };
const NORMAL = [3, 0, 4].map((v) => v / 5);

type Clearance = (p: readonly number[]) => number;

const beyondBox = (p: readonly number[]): number[] =>
  p.map((v, axis) => Math.max(BOX.min[axis] - v, v - BOX.max[axis]));

const kinds: [name: string, obstacle: Record<string, unknown>, clearance: Clearance][] = [
  [
    'a box kept outside',
    { type: 'box', ...BOX },
    (p) => {
      const beyond = beyondBox(p);
      const inside = Math.max(...beyond);
      return inside < 0 ? inside : length(beyond.map((v) => Math.max(0, v)));
    },
  ],
  ['a box kept inside', { type: 'box', ...BOX, keep: 'inside' }, (p) => -Math.max(...beyondBox(p))],
  [
    'a sphere kept inside',
    { type: 'sphere', center: [1, 1, 0], radius: 6, keep: 'inside' },
    (p) => 6 - distance(p, [1, 1, 0].slice(0, p.length)),
  ],
  [
    'a plane kept outside',
    { type: 'plane', point: [-2, 0, 0], normal: [3, 0, 4] },
    (p) => dot([p[0] + 2, p[1], p[2]], NORMAL),
  ],
  [
    'a plane kept inside',
    { type: 'plane', point: [-2, 0, 0], normal: [3, 0, 4], keep: 'inside' },
    (p) => -dot([p[0] + 2, p[1], p[2]], NORMAL),
  ],
];

/** A crowd of wanderers tethered to the middle, in given places. */
function crowd(
  obstacle: Record<string, unknown>,
  positions: number[][],
  kernel: 'ts' | 'simd' = 'ts',
): World {
  return worldOf(
    {
      seed: 3,
      species: [
        {
          name: 'walker',
          count: positions.length,
          radius: BODY,
          maxSpeed: 3,
          spawn: { type: 'points', positions },
          behaviors: [
            { type: 'wander', weight: 40, interval: 2 },
            { type: 'tether', weight: 60, length: 9 },
            { type: 'orca', radius: 4, timeHorizon: 1, timeHorizonObstacles: 1 },
          ],
        },
      ],
      targets: [{ name: 'middle', position: [0, 0, 0] }],
      obstacles: [obstacle, { type: 'sphere', center: [4, 4, 0], radius: 0.5 }],
      ...(positions[0].length === 2 && { dimensions: 2 }),
    },
    { kernel },
  );
}

function places(clearance: Clearance, seed: number): number[][] {
  const random = randomOf(seed);
  const found: number[][] = [];
  for (let k = 0; k < 100_000 && found.length < COUNT; k++) {
    const p = [0, 1, 2].map(() => 16 * (random() - 0.5));
    const free = found.every((q) => distance(p, q) > 2 * BODY) && distance(p, [4, 4, 0]) > 1;
    if (free && clearance(p) > BODY + 0.01) found.push(p);
  }
  return found;
}

describe.each(someOf(kinds, 3))('%s', (_, obstacle, clearance) => {
  const positions = places(clearance, 14);

  it(`some agents reach its surface in ${SECONDS} s, and none pass it, seed 14`, () => {
    const world = crowd(obstacle, positions);
    let least = Number.POSITIVE_INFINITY;
    for (let t = 0; t < 60 * SECONDS; t++) {
      tick(world);
      positions.forEach((__, id) => {
        least = Math.min(least, clearance(positionOf(world, id)));
      });
    }
    expect(least).toBeGreaterThan(BODY - 1e-3);
    expect(least).toBeLessThan(BODY + 0.1);
  });

  it('agents that start beyond it get out', () => {
    const start = [-1, -1, 1];
    const wrong = [start, [3.5, -6, 0], [-5, 3, -3], [8, 1, -6]].filter((p) => clearance(p) < 0);
    expect(wrong.length).toBeGreaterThan(0);
    const world = crowd(obstacle, wrong);
    tick(world, 240);
    wrong.forEach((__, id) => {
      expect(clearance(positionOf(world, id))).toBeGreaterThan(BODY - 1e-3);
    });
  });
});

it('both kernels step a plane crowd among boxes to the same hashes', () => {
  const positions = Array.from({ length: 30 }, (_, k) => [2 * (k % 6) - 12, 2 * Math.floor(k / 6)]);
  const obstacle = { type: 'box', min: [1, 0], max: [3, 6] };
  const [a, b] = [crowd(obstacle, positions, 'ts'), crowd(obstacle, positions, 'simd')];
  for (let t = 0; t < (LONG ? 300 : 80); t++) {
    tick(a);
    tick(b);
    expect(stateHash(b)).toBe(stateHash(a));
  }
});
