import { describe, expect, it } from 'vitest';
import { touch, touchObstacle } from '../../src/steering/obstacles/look.ts';
import {
  createObstacleList,
  listForOne,
  listObstaclesNear,
} from '../../src/steering/obstacles/near.ts';
import { obstacleTable } from '../../src/steering/obstacles/obstacle-table.ts';
import { randomOf } from '../helpers/random-of.ts';
import { worldOf } from '../helpers/scenes.ts';

const agents = (count: number) => ({
  ...{ name: 'a', count, maxSpeed: 1, behaviors: [{ type: 'avoidance' }] },
  spawn: { type: 'box', min: [0, 0, 0], max: [60, 40, 20] },
});

/** Boxes, capsules and, in the plane, polygons that turn about random axes, in random places. */
function turning(dimensions: 2 | 3, count: number, random: () => number) {
  return Array.from({ length: count }, (_, k) => {
    const [x, y, z] = [60 * random(), 40 * random(), dimensions === 2 ? 0 : 20 * random()];
    const spin = [random() - 0.5, random() - 0.5, 4 * random() - 2];
    const shapes = [
      { type: 'box', min: [x, y, z], max: [x + 2 * random() + 0.1, y + 0.3, z + (dimensions - 2)] },
      { type: 'capsule', from: [x, y, z], to: [x + 1, y + random(), z], radius: 0.2 },
      {
        type: 'polygon',
        points: [
          [x, y],
          [x + 1, y],
          [x + 0.3, y + 2 * random() + 0.1],
        ],
      },
    ];
    return {
      ...shapes[k % dimensions === 0 ? 0 : dimensions === 2 && k % 3 === 1 ? 2 : 1],
      angularVelocity: dimensions === 2 ? [0, 0, spin[2]] : spin,
    };
  });
}

describe.each([2, 3] as const)('obstacles that turn in %i dimensions', (dimensions) => {
  const random = randomOf(40 + dimensions);
  const obstacles = turning(dimensions, 300, random);
  const world = worldOf({ dimensions, species: [agents(100)], obstacles });
  const table = obstacleTable(world);

  it('have no point that is faster than their bound, which is near: seed 40', () => {
    obstacles.forEach(({ angularVelocity: [x, y, z] }, row) => {
      let fastest = 0;
      for (let n = 0; n < 20; n++) {
        const at = [0, 1, 2].map(() => 6 * random() - 3);
        touchObstacle(world, table, row, at[0], at[1], dimensions === 2 ? 0 : at[2]);
        fastest = Math.max(fastest, Math.hypot(touch.vx, touch.vy, touch.vz));
      }
      expect(table.boxes.speed[row]).toBeGreaterThanOrEqual(fastest);
      // None reaches farther than 3 m from its center.
      expect(table.boxes.speed[row]).toBeLessThan(3 * Math.hypot(x, y, z));
    });
  });

  it('are found by one agent as in the list of all agents: seed 40', () => {
    const range = { reach: 0.5, ahead: 0, time: 1, wraps: false };
    const [all, one] = [createObstacleList(), createObstacleList()];
    listObstaclesNear(all, world, 0, 0, 100, range);
    let most = 0;
    for (let i = 0; i < 100; i++) {
      const list = listForOne(all, world, 0, i, range);
      listObstaclesNear(one, world, 0, i, i + 1, range, all);
      expect([...list.index.subarray(0, list.count)]).toEqual([
        ...one.index.subarray(0, one.count),
      ]);
      most = Math.max(most, list.count);
    }
    expect(all.count).toBeGreaterThan(250);
    expect(most).toBeLessThan(60);
  });
});
