import { describe, expect, it } from 'vitest';
import { createAim } from '../../src/steering/aim.ts';
import { aimInto, quarryOf } from '../../src/steering/find-aim.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { boundsOf, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { randomOf } from '../helpers/random-of.ts';
import { pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

/** Hunters and their prey at random places, with a third species in between. */
function hunt(
  count: number,
  bounds: string,
  dimensions: number,
  seed: number,
  behavior: Record<string, unknown> = {},
): World {
  const random = randomOf(seed);
  const velocities = Array.from({ length: count }, () => [random() - 0.5, random() - 0.5, 0]);
  return worldOf({
    dimensions,
    bounds: boundsOf(bounds, LOPSIDED),
    species: [
      {
        name: 'hunter',
        ...pointsOf(randomPoints(17, LOPSIDED, dimensions, seed)),
        maxSpeed: 1,
        behaviors: [
          { type: 'seek', quarry: 'prey', ...behavior },
          { type: 'separation', radius: 1.5 },
        ],
      },
      { name: 'grass', ...pointsOf(randomPoints(30, LOPSIDED, dimensions, seed + 1)) },
      {
        name: 'prey',
        ...pointsOf(randomPoints(count, LOPSIDED, dimensions, seed + 2), velocities),
      },
    ],
  });
}

const EDGES = LOPSIDED.max.map((max, axis) => max - LOPSIDED.min[axis]);

/** The way from one point to another, the short way round when the world is a torus. */
function wayTo(from: readonly number[], to: readonly number[], torus: boolean, dimensions: number) {
  return from.map((value, axis) => {
    const way = to[axis] - value;
    return torus && axis < dimensions ? way - EDGES[axis] * Math.round(way / EDGES[axis]) : way;
  });
}

describe.each([
  // Fewer than 65 are searched one by one, more through the cells.
  [5, 'open', 3],
  [64, 'wrap', 2],
  [65, 'open', 2],
  [203, 'wrap', 3],
  [203, 'contain', 3],
  [1003, 'wrap', 2],
])('the nearest of %i prey, %s bounds, %iD', (count, bounds, dimensions) => {
  it.each([1, 2, 3])('is the nearest in a search over all prey, seed %i', (seed) => {
    const world = hunt(count, bounds, dimensions, seed);
    const [{ behaviors }] = world.plan.species;
    const aim = createAim();
    for (let id = 0; id < 17; id++) {
      const from = positionOf(world, id);
      const ways = Array.from({ length: count }, (_, k) =>
        wayTo(from, positionOf(world, 47 + k), bounds === 'wrap', dimensions),
      );
      const nearest = Math.min(...ways.map((way) => Math.hypot(...way)));
      expect(aimInto(aim, world, behaviors[0], world.views.slot[id])).toBe(true);
      expect(Math.hypot(aim.x, aim.y, aim.z)).toBeCloseTo(nearest, 4);
      const found = world.views.id[aim.agent] - 47;
      ways[found].forEach((value, axis) => {
        expect([aim.x, aim.y, aim.z][axis]).toBeCloseTo(value, 4);
      });
      expect([aim.velocityX, aim.velocityY, aim.velocityZ]).toEqual(velocityOf(world, 47 + found));
    }
  });
});

it.each([
  [5, 8],
  [203, 1.7],
])('none of %i prey is found beyond a sight of %f m', (count, sight) => {
  const near = hunt(count, 'open', 3, 4, { sight });
  const far = hunt(count, 'open', 3, 4);
  const aim = createAim();
  let seen = 0;
  for (let id = 0; id < 17; id++) {
    const at = far.views.slot[id];
    aimInto(aim, far, far.plan.species[0].behaviors[0], at);
    const within = Math.hypot(aim.x, aim.y, aim.z) <= sight;
    if (within) seen++;
    expect(aimInto(aim, near, near.plan.species[0].behaviors[0], at)).toBe(within);
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(17);
});

it.each([3, 100])('the lowest id is taken of %i equally near agents', (count) => {
  const ring = Array.from({ length: count }, (_, k) => [k % 2 === 0 ? 5 : -5, 0, 0]);
  const world = worldOf({
    species: [
      {
        name: 'hunter',
        ...pointsOf([[0, 0, 0]]),
        maxSpeed: 1,
        behaviors: [
          { type: 'seek', quarry: 'prey' },
          { type: 'separation', radius: 1 },
        ],
      },
      { name: 'prey', ...pointsOf(ring) },
    ],
  });
  const at = quarryOf(world, world.plan.species[0].behaviors[0], world.views.slot[0]);
  expect(world.views.id[at]).toBe(1);
});

describe('the choice "assigned"', () => {
  const world = (count: number, quarry: string): World =>
    worldOf({
      species: [
        {
          name: 'hunter',
          ...pointsOf(randomPoints(5, LOPSIDED, 3, 1)),
          maxSpeed: 1,
          behaviors: [{ type: 'seek', quarry, choose: 'assigned' }],
        },
        { name: 'prey', ...pointsOf(randomPoints(count, LOPSIDED, 3, 2)), lifetime: 0.05 },
      ],
    });

  it('gives each hunter a quarry by its id, starting over if there are fewer', () => {
    const hunting = world(3, 'prey');
    const quarries = [0, 1, 2, 3, 4].map((id) => {
      const at = quarryOf(hunting, hunting.plan.species[0].behaviors[0], hunting.views.slot[id]);
      return hunting.views.id[at];
    });
    expect(quarries).toEqual([5, 6, 7, 5, 6]);
  });

  it('is refused without a quarry, since it would do nothing', () => {
    const seeking = (aim: object): World =>
      worldOf({
        targets: [{ name: 'goal', position: [0, 0, 0] }],
        species: [
          {
            name: 'a',
            ...pointsOf([[1, 2, 3]]),
            maxSpeed: 1,
            behaviors: [{ choose: 'assigned', ...aim }],
          },
        ],
      });
    expect(() => seeking({ type: 'seek', target: 'goal' })).toThrow(
      '$.species[0].behaviors[0].choose: found "assigned" without the key "quarry", expected the key "quarry", or "choose": "nearest"',
    );
    expect(() => seeking({ type: 'interpose', second: { quarry: 'a' } })).not.toThrow();
  });

  it('gives the next agent of its own species, never itself', () => {
    const chain = world(3, 'hunter');
    const quarries = [0, 1, 2, 3, 4].map((id) => {
      const at = quarryOf(chain, chain.plan.species[0].behaviors[0], chain.views.slot[id]);
      return chain.views.id[at];
    });
    expect(quarries).toEqual([1, 2, 3, 4, 0]);
  });

  it('gives no quarry and no force when all have ended', () => {
    const hunting = world(3, 'prey');
    tick(hunting, 10);
    const [behavior] = hunting.plan.species[0].behaviors;
    expect(aimInto(createAim(), hunting, behavior, hunting.views.slot[0])).toBe(false);
    const before = velocityOf(hunting, 0);
    tick(hunting);
    expect(velocityOf(hunting, 0)).toEqual(before);
  });
});

it('seek acts only within its band of distances', () => {
  const force = (band: Record<string, unknown>): number => {
    const world = worldOf({
      species: [
        {
          name: 'a',
          ...pointsOf([[3, 0, 0]]),
          maxSpeed: 1,
          behaviors: [{ type: 'seek', ...band }],
        },
      ],
      targets: [{ name: 'goal', position: [0, 0, 0] }],
    });
    tick(world);
    return Math.abs(velocityOf(world, 0)[0]);
  };
  const whole = force({});
  expect(whole).toBeGreaterThan(0);
  expect(force({ from: 3 })).toBe(whole);
  expect(force({ to: 3 })).toBe(whole);
  expect(force({ from: 3.01 })).toBe(0);
  expect(force({ to: 2.99 })).toBe(0);
});
