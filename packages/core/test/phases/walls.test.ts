import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { characterAt, randomRows } from '../helpers/mazes.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

/** How far the nearest wall is from a point (m), over all cells of the map. */
function distanceToWalls(rows: readonly string[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  rows.forEach((row, r) => {
    [...row].forEach((character, column) => {
      if (character !== '#') return;
      const low = rows.length - 1 - r;
      const dx = x - Math.min(Math.max(x, column), column + 1);
      const dy = y - Math.min(Math.max(y, low), low + 1);
      least = Math.min(least, Math.hypot(dx, dy));
    });
  });
  return least;
}

function crowd(rows: string[], count: number, radius: number, speed: number, seed: number): World {
  return worldOf({
    seed,
    dimensions: 2,
    map: { rows },
    species: [
      {
        name: 'a',
        count,
        radius,
        minSpeed: speed,
        maxSpeed: speed,
        spawn: {
          type: 'box',
          min: [0, 0],
          max: [rows[0].length, rows.length],
          velocity: { speed },
        },
        behaviors: [{ type: 'wander', weight: 4 * speed, interval: 0.3 }],
      },
    ],
  });
}

describe('walls of a map', () => {
  it.each([
    // radius, speed, share of walls, seed; a step of 1/60 s is speed/60 long.
    [0, 3, 0.3, 1],
    [0.2, 3, 0.3, 2],
    [0.45, 10, 0.4, 3],
    [0.2, 90, 0.35, 4],
    [0.3, 2000, 0.1, 5],
    [7, 5, 0.3, 6],
  ])('keep out bodies of %f m at %f m/s, %f walls, seed %i', (radius, speed, share, seed) => {
    const rows = randomRows(23, 17, share, seed);
    const world = crowd(rows, 150, radius, speed, seed);
    let nearest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < (LONG ? 120 : 20); n++) {
      tick(world);
      const { x, y } = world.views.position;
      for (let at = 0; at < world.count; at++) {
        if (characterAt(rows, x[at], y[at]) === '#') {
          expect.fail(`tick ${world.tick}: ${x[at]}, ${y[at]} is in a wall`);
        }
        if (n > 10) nearest = Math.min(nearest, distanceToWalls(rows, x[at], y[at]));
      }
    }
    // A wide body counts as one that fits between two walls; at a corner between two it may rest.
    if (speed < 60) expect(nearest).toBeGreaterThan(Math.min(radius, 0.49) - 0.06);
  });

  it.each([
    // radius, speed, share of walls, seed; cells at the bounds reach out by up to half of their edge.
    [0.2, 3, 0.3, 1],
    [0.45, 30, 0.4, 2],
    [7, 5, 0.3, 3],
    [0.3, 2000, 0.1, 4],
    [0, 9, 0, 5],
  ])('push no body of %f m at %f m/s out of bounds, %f walls, seed %i', (...drawn) => {
    const [radius, speed, share, seed] = drawn;
    const random = randomOf(seed);
    const min = [3 + 4 * random(), 2 + 3 * random()];
    const max = [19 - 4 * random(), 15 - 3 * random()];
    const rows = randomRows(23, 17, share, seed);
    const spawns = [
      { type: 'box', min, max, velocity: { speed } },
      { type: 'sphere', center: [11, 8], radius: 3 },
      { type: 'box', min: max, max, velocity: { speed } },
      { type: 'shell', center: [11, 8], radius: 3, velocity: { speed } },
    ];
    const world = worldOf({
      seed,
      dimensions: 2,
      map: { rows },
      bounds: { type: 'contain', min, max },
      species: spawns.map((spawn, index) => ({
        ...{ name: `s${index}`, count: 60, radius, spawn },
        ...{ minSpeed: speed, maxSpeed: speed },
        behaviors: [{ type: 'wander', weight: 4 * speed, interval: 0.3 }],
      })),
    });
    const [left, low, right, high] = [...min, ...max].map(Math.fround);
    for (let n = 0; n < (LONG ? 100 : 20); n++) {
      const { x, y } = world.views.position;
      for (let at = 0; at < world.count; at++) {
        if (x[at] >= left && x[at] <= right && y[at] >= low && y[at] <= high) continue;
        expect.fail(`tick ${world.tick}: ${x[at]}, ${y[at]} is outside of ${min}, ${max}`);
      }
      tick(world);
    }
  });

  it('do not push a body out of bounds that end in the middle of a cell', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: Array(9).fill('...#..') },
      bounds: { type: 'contain', min: [0, 0], max: [4.5, 9] },
      // Half of its way brings it up to the wall, which pushes it on; the other half is as long.
      species: [{ name: 'a', ...pointsOf([[4.1, 2]], [[24, 36]]), radius: 0.45 }],
    });
    tick(world);
    expect(positionOf(world, 0)).toEqual([4.5, Math.fround(2.6), 0]);
    expect(velocityOf(world, 0)).toEqual([0, 36, 0]);
  });

  it('include all cells whose middle is outside of bounds that contain', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['.....', '.....', '##...', '##...'], cellSize: 2, origin: [-2, 0] },
      bounds: { type: 'contain', min: [0, 0], max: [4.9, 3.1] },
      species: [{ name: 'a', count: 9, spawn: { type: 'box', min: [0, 0], max: [2, 1] } }],
    });
    expect([...world.views.mapCost]).toEqual(
      [[0, 0, 1, 0, 0], [0, 0, 1, 0, 0], Array(5).fill(0), Array(5).fill(0)].flat(),
    );
    for (let id = 0; id < 9; id++) expect(positionOf(world, id)).toEqual([3, 1, 0]);
  });

  it('are left for a place inside the bounds, even if rounding puts a middle outside', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['#', '.'], cellSize: 1e4 },
      bounds: { type: 'contain', min: [0, 0], max: [4999.995, 2e4] },
      species: [{ name: 'a', count: 1, spawn: { type: 'box', min: [9, 15e3], max: [9, 15e3] } }],
    });
    expect(positionOf(world, 0)).toEqual([Math.fround(4999.995), 5000, 0]);
  });

  it('let a body slide along them at its radius, without the velocity into them', () => {
    const rows = ['########', '#......#', '#......#', '########'];
    const world = worldOf({
      dimensions: 2,
      map: { rows },
      species: [{ name: 'a', ...pointsOf([[2, 2]], [[1, -3]]), radius: 0.25 }],
    });
    tick(world, 60);
    const [x, y] = positionOf(world, 0);
    expect(y).toBeCloseTo(1.25, 4);
    expect(x).toBeCloseTo(3, 3);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(1, 5);
    expect(velocityOf(world, 0)[1]).toBeCloseTo(0, 5);
  });

  it('the first row lies at the largest y, cells and origin are as given', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['#.', '##'], cellSize: 5, origin: [100, -50] },
      species: [{ name: 'a', count: 40, spawn: { type: 'box', min: [100, -50], max: [110, -40] } }],
    });
    const { x, y } = world.views.position;
    for (let at = 0; at < 40; at++) {
      expect(x[at]).toBeGreaterThanOrEqual(105);
      expect(y[at]).toBeGreaterThanOrEqual(-45);
    }
  });

  it('a spawn that is all wall goes to the nearest open cell', () => {
    const world = worldOf({
      dimensions: 2,
      map: { rows: ['#####', '###.#', '#####'] },
      species: [{ name: 'a', count: 3, spawn: { type: 'box', min: [0, 0], max: [1, 1] } }],
    });
    for (let id = 0; id < 3; id++) expect(positionOf(world, id)).toEqual([3.5, 1.5, 0]);
  });
});
