import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { distance, length, pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

function walker(replaced: Record<string, unknown> = {}) {
  return {
    name: 'walker',
    ...pointsOf([
      [4, -1, 2],
      [1, 1, 1],
    ]),
    maxSpeed: 2,
    goals: {
      type: 'points',
      positions: [
        [9, 3, 2],
        [1, 1, 1],
      ],
    },
    behaviors: [{ type: 'goal', weight: 4, brakingDistance: 3 }],
    ...replaced,
  };
}

describe('goal', () => {
  it('brings each agent to its own goal, and to rest there', () => {
    const world = worldOf({ species: [walker()] });
    tick(world);
    const way = [5, 4, 0];
    const expected = way.map((c) => (((2 * c) / length(way)) * 4) / 60);
    expect(distance(velocityOf(world, 0), expected)).toBeLessThan(1e-6);
    expect(velocityOf(world, 1)).toEqual([0, 0, 0]);
    tick(world, 1200);
    expect(distance(positionOf(world, 0), [9, 3, 2])).toBeLessThan(1e-3);
    expect(length(velocityOf(world, 0))).toBeLessThan(1e-3);
  });

  it('mirrors the start through a point', () => {
    const goals = { type: 'mirror', center: [0, 5, 1] };
    const world = worldOf({ species: [walker({ goals })] });
    // The two stand in one cell, in the order of ids.
    const { x, y, z } = world.front.goal;
    expect([x[0], y[0], z[0], x[1], y[1], z[1]]).toEqual([-4, 11, 0, -1, 9, 1]);
  });

  it('goes the short way round a torus', () => {
    const bounds = { type: 'wrap', min: [0, -5, 0], max: [10, 5, 10] };
    const world = worldOf({ bounds, species: [walker()] });
    tick(world);
    // 5 m to the right or to the left along x; 4 m up, not 6 down.
    expect(velocityOf(world, 0)[1]).toBeGreaterThan(0);
    const near = worldOf({
      bounds,
      species: [
        walker({
          goals: {
            type: 'points',
            positions: [
              [9.5, -1, 2],
              [1, 1, 1],
            ],
          },
        }),
      ],
    });
    tick(near);
    expect(velocityOf(near, 0)[0]).toBeLessThan(0);
  });
});

describe('a shell', () => {
  it('spreads agents evenly along a circle in two dimensions', () => {
    const spawn = { type: 'shell', center: [3, 4], radius: 10 };
    const world = worldOf({
      dimensions: 2,
      species: [walker({ count: 7, spawn, goals: undefined, behaviors: [] })],
    });
    const places = Array.from({ length: 7 }, (_, id) => positionOf(world, id));
    const edge = 20 * Math.sin(Math.PI / 7);
    places.forEach((place, id) => {
      expect(distance(place, [3, 4, 0])).toBeCloseTo(10, 5);
      expect(distance(place, places[(id + 1) % 7])).toBeCloseTo(edge, 5);
    });
  });

  it('spreads agents evenly on a sphere in three', () => {
    const spawn = { type: 'shell', center: [3, 4, 5], radius: 10 };
    const world = worldOf({
      species: [walker({ count: 400, spawn, goals: undefined, behaviors: [] })],
    });
    const places = Array.from({ length: 400 }, (_, id) => positionOf(world, id));
    // A cap of the sphere for each: pi r^2 / 400 is its area over 4.
    const alone = 10 * Math.sqrt(4 / 400);
    for (const place of places) {
      expect(distance(place, [3, 4, 5])).toBeCloseTo(10, 5);
      const others = places.filter((other) => other !== place);
      const least = Math.min(...others.map((other) => distance(place, other)));
      expect(least).toBeGreaterThan(alone);
      expect(least).toBeLessThan(2.2 * alone);
    }
  });
});
