import { expect, test } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import { isWall, mapCellOf } from '../../../src/world/map.ts';
import { leastGap } from '../../helpers/gaps.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { pointsOf, worldOf } from '../../helpers/scenes.ts';

const ROWS = [
  '################',
  '#......#...##..#',
  '#......#.......#',
  '#..............#',
  '#......#.......#',
  '#......#.......#',
  '################',
];

const BODY = 0.3;

/** Two crowds that pass through the door of a wall in opposite directions. */
function rooms(seed: number) {
  const spots = (left: number): number[][] =>
    Array.from({ length: 18 }, (_, k) => [left + 0.75 * (k % 6), 1.6 + 1.1 * Math.floor(k / 6)]);
  const kind = (name: string, from: number[][], to: number[][]) => ({
    name,
    ...pointsOf(from),
    goals: { type: 'points', positions: to },
    radius: BODY,
    maxSpeed: 1.5,
    behaviors: [
      { type: 'goal', weight: 10 },
      { type: 'orca', radius: 4, timeHorizon: 2, margin: 0.05 },
    ],
  });
  return worldOf({
    seed,
    dt: 0.1,
    dimensions: 2,
    bounds: { type: 'contain', min: [0, 0], max: [16, 7] },
    map: { rows: ROWS, cellSize: 1, origin: [0, 0] },
    species: [kind('east', spots(1.6), spots(9.6)), kind('west', spots(9.6), spots(1.6))],
  });
}

test.each(someOf([1, 2, 3], 3))(
  'agents between map walls touch neither a wall nor each other, seed %i',
  (seed) => {
    const world = rooms(seed);
    const { map, dt } = world.plan;
    for (let t = 0; t < (LONG ? 400 : 250); t++) {
      const before = world.views;
      const from = Array.from(
        { length: world.count },
        (_, id) => before.position.x[before.slot[id]],
      );
      tick(world);
      expect(leastGap(world), `tick ${t}`).toBeGreaterThan(-1e-4);
      const { position, velocity, slot } = world.views;
      for (let id = 0; id < world.count; id++) {
        const i = slot[id];
        for (const side of [-1, 1]) {
          const off = side * (BODY - 1e-3);
          expect(isWall(world.front, mapCellOf(map!, position.x[i] + off, position.y[i]))).toBe(
            false,
          );
          expect(isWall(world.front, mapCellOf(map!, position.x[i], position.y[i] + off))).toBe(
            false,
          );
        }
        // It moved as its velocity says: no wall has pushed it.
        expect(Math.abs(position.x[i] - from[id] - velocity.x[i] * dt)).toBeLessThan(1e-4);
      }
    }
  },
);

test('an agent walks along a wall of several cells without stopping', () => {
  const world = worldOf({
    dt: 0.1,
    dimensions: 2,
    map: { rows: ROWS, cellSize: 1, origin: [0, 0] },
    species: [
      {
        name: 'walker',
        ...pointsOf([[8.5, 1.31]]),
        goals: { type: 'points', positions: [[14.5, 1.1]] },
        radius: BODY,
        maxSpeed: 1.5,
        behaviors: [{ type: 'goal', weight: 10 }, { type: 'orca' }],
      },
    ],
  });
  for (let t = 0; t < 30; t++) {
    tick(world);
    expect(world.views.velocity.x[0], `tick ${t}`).toBeGreaterThan(1.4);
  }
});
