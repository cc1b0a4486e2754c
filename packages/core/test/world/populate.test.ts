import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { unbornId } from '../../src/world/ids.ts';
import { STATUS } from '../../src/world/status.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { length, pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';
import { chiSquareDeviation, histogram } from '../helpers/statistics.ts';

const COUNT = 10_007;

function spawned(spawn: Record<string, unknown>, replaced: Record<string, unknown> = {}) {
  return worldOf({ species: [{ name: 'bird', count: COUNT, spawn }], ...replaced });
}

describe('a box spawn', () => {
  const spawn = { type: 'box', min: [-7, 0, 10], max: [0, 31, 23], velocity: { speed: 3 } };

  it('is uniform in its box, seed 1', () => {
    const world = spawned(spawn);
    for (const axis of [0, 1, 2]) {
      const counts = histogram(50, COUNT, (id) => {
        const share = (positionOf(world, id)[axis] - spawn.min[axis]) / [7, 31, 13][axis];
        expect(share >= 0 && share < 1).toBe(true);
        return share;
      });
      expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
    }
  });

  it('gives each agent its own direction, and all the same speed', () => {
    const world = spawned(spawn);
    const velocities = Array.from({ length: COUNT }, (_, id) => velocityOf(world, id));
    for (const velocity of velocities) expect(Math.abs(length(velocity) - 3)).toBeLessThan(1e-5);
    expect(new Set(velocities.map(String)).size).toBeGreaterThan(COUNT - 3);
  });

  it('in two dimensions lies in the plane', () => {
    const world = spawned(spawn, { dimensions: 2 });
    const { position, velocity } = world.views;
    expect([...position.z, ...velocity.z].every((value) => value === 0)).toBe(true);
  });
});

it('a sphere spawn is uniform in its ball', () => {
  const world = spawned({ type: 'sphere', center: [5, -6, 70], radius: 4 });
  const counts = histogram(50, COUNT, (id) => {
    const offset = positionOf(world, id).map((value, axis) => value - [5, -6, 70][axis]);
    return Math.min((length(offset) / 4) ** 3, 0.99999);
  });
  expect(Math.abs(chiSquareDeviation(counts))).toBeLessThan(5);
  expect(length(velocityOf(world, 0))).toBe(0);
});

it('a velocity with a direction is the same for all, of that speed', () => {
  const world = spawned({
    type: 'sphere',
    center: [0, 0, 0],
    radius: 1,
    velocity: { direction: [0, -30, 40], speed: 5 },
  });
  for (const id of [0, 1, COUNT - 1]) {
    const [x, y, z] = velocityOf(world, id);
    expect(x).toBe(0);
    expect(y).toBeCloseTo(-3, 5);
    expect(z).toBeCloseTo(4, 5);
  }
});

it('agents at points start there, at rest unless velocities are given', () => {
  const positions = [
    [1, 2, 3],
    [4, 5],
    [-6, -7, -8],
  ];
  const world = worldOf({
    species: [
      { name: 'still', ...pointsOf(positions) },
      {
        name: 'moving',
        ...pointsOf(positions, [
          [1, 0, 0],
          [0, 1],
          [0, 0, 1],
        ]),
      },
    ],
  });
  expect([0, 1, 2].map((id) => positionOf(world, id))).toEqual([
    [1, 2, 3],
    [4, 5, 0],
    [-6, -7, -8],
  ]);
  expect(velocityOf(world, 2)).toEqual([0, 0, 0]);
  expect(velocityOf(world, 4)).toEqual([0, 1, 0]);
});

it('ids follow the order of species; a pool waits unborn behind all cells, in reverse', () => {
  const world = worldOf({
    species: [
      { name: 'beam', count: 3, spawn: { type: 'pool' } },
      {
        name: 'bird',
        ...pointsOf([
          [0, 0, 0],
          [1, 0, 0],
        ]),
      },
    ],
  });
  const { id, species, status } = world.views;
  const unborn = [2, 1, 0].map((index) => unbornId(world.plan.ids, index));
  expect([...id]).toEqual([3, 4, ...unborn]);
  expect([...species]).toEqual([1, 1, 0, 0, 0]);
  expect([...status]).toEqual([STATUS.alive, STATUS.alive, STATUS.dead, STATUS.dead, STATUS.dead]);
  checkSorted(world, [3, 4, ...unborn]);
});

it('the draws of a species do not depend on the species behind it', () => {
  const first = { name: 'a', count: 17, spawn: { type: 'sphere', center: [0, 0, 0], radius: 3 } };
  const alone = worldOf({ species: [first] });
  const more = worldOf({ species: [first, { ...first, name: 'b', count: 1003 }] });
  for (let id = 0; id < 17; id++) expect(positionOf(more, id)).toEqual(positionOf(alone, id));
});

it('a world begins at tick 0 and counts its agents, living and dead', () => {
  const world = worldOf({
    species: [
      { name: 'beam', count: 3, spawn: { type: 'pool' } },
      { name: 'bird', ...pointsOf([[0, 0, 0]]) },
    ],
  });
  expect([world.tick, world.count]).toEqual([0, 4]);
  tick(world, 5);
  expect(world.tick).toBe(5);
});
