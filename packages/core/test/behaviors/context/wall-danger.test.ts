import { describe, expect, it } from 'vitest';
import { weightMap } from '../../../src/insight/weight-map.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { characterAt, randomRows } from '../../helpers/mazes.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { length, pointsOf, positionOf, velocityOf, worldOf } from '../../helpers/scenes.ts';

const CLEARANCE = 0.2;
const RANGE = 1.7;

function chaser(
  rows: readonly string[],
  positions: number[][],
  target: number[],
  castRange = RANGE,
): World {
  return worldOf({
    dimensions: 2,
    map: { rows },
    species: [
      {
        name: 'chaser',
        ...pointsOf(positions),
        maxSpeed: 1,
        behaviors: [
          { type: 'seek', to: 50 },
          { type: 'context', speed: 1, castRadius: CLEARANCE, castRange, species: ['nobody'] },
        ],
      },
      { name: 'nobody', count: 1, spawn: { type: 'pool' } },
    ],
    targets: [{ name: 'goal', position: target }],
  });
}

/** Whether a square of half edge CLEARANCE about a point touches a wall. */
function touches(rows: readonly string[], x: number, y: number): boolean {
  for (let cy = Math.floor(y - CLEARANCE); cy <= Math.floor(y + CLEARANCE); cy++) {
    for (let cx = Math.floor(x - CLEARANCE); cx <= Math.floor(x + CLEARANCE); cx++) {
      if (characterAt(rows, cx + 0.5, cy + 0.5) === '#') return true;
    }
  }
  return false;
}

describe('casts against the walls of a map', () => {
  it.each([1, 2, 3])('equal a march in small steps, seed %i', (seed) => {
    const rows = randomRows(11, 8, 0.2, seed);
    const random = randomOf(seed);
    let seen = 0;
    while (seen < 12) {
      const at = [1 + 9 * random(), 1 + 6 * random(), 0];
      if (touches(rows, at[0], at[1])) continue;
      seen++;
      // A target at the end of the world hides no wall.
      const map = weightMap(chaser(rows, [at], [500, 0]), 0);
      map.danger.forEach((value, slot) => {
        const [x, y] = map.directions.slice(3 * slot, 3 * slot + 2);
        let way = 0;
        while (way < RANGE && !touches(rows, at[0] + way * x, at[1] + way * y)) way += 5e-4;
        expect(value).toBeCloseTo(Math.max(0, 1 - way / RANGE), 2);
      });
    }
  });

  it('nearer than the body has room find danger 1 in all directions to the wall only', () => {
    const rows = ['#####', '#...#', '#...#', '#...#', '#####'];
    const map = weightMap(chaser(rows, [[1.1, 2.5, 0]], [500, 0]), 0);
    map.danger.forEach((value, slot) => {
      const x = map.directions[3 * slot];
      if (x < -1e-6) expect(value).toBe(1);
      else expect(value).toBeLessThan(1);
    });
  });
});

it('casts over kilometers read only cells inside the map', () => {
  const world = chaser(['....', '.#..'], Array(200).fill([2.5, 0.5, 0]), [500, 0], 1000);
  const before = performance.now();
  tick(world);
  // All cells within the range would be four million per agent, minutes of work.
  expect(performance.now() - before).toBeLessThan(5000);
});

it('a chaser in a room of walls goes around a pillar and stops beside a wall', () => {
  const rows = ['##########', '#........#', '#........#', '#...##...#', '#........#', '##########'];
  const target = [8.7, 2.6, 0];
  const world = chaser(rows, [[1.5, 2.4, 0]], target);
  for (let k = 0; k < 1500; k++) {
    tick(world);
    const [x, y] = positionOf(world, 0);
    expect(touches(rows, x, y)).toBe(false);
  }
  const way = positionOf(world, 0).map((value, axis) => value - target[axis]);
  expect(length(way)).toBeLessThan(0.11);
  expect(length(velocityOf(world, 0))).toBeLessThan(0.01);
});

it('reading the weight maps of navigating agents changes nothing', () => {
  const rows = randomRows(21, 17, 0.15, 5);
  const make = () =>
    worldOf({
      dimensions: 2,
      map: { rows },
      species: [
        {
          name: 'walker',
          count: 30,
          spawn: { type: 'box', min: [1, 1], max: [20, 16] },
          maxSpeed: 2,
          behaviors: [{ type: 'navigate' }, { type: 'context' }],
        },
      ],
      targets: [
        {
          name: 'goal',
          position: [10, 8],
          motion: { type: 'orbit', center: [10.5, 8.5], rate: 3 },
        },
      ],
    });
  const [looked, plain] = [make(), make()];
  for (let k = 0; k < 90; k++) {
    const routes = [...looked.back.route];
    for (let id = 0; id < looked.count; id++) weightMap(looked, id);
    expect([...looked.back.route]).toEqual(routes);
    tick(looked);
    tick(plain);
    expect(stateHash(looked)).toBe(stateHash(plain));
  }
});
