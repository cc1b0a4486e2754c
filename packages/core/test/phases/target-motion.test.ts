import { describe, expect, it } from 'vitest';
import { command } from '../../src/index.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { LONG } from '../helpers/long.ts';
import { distance, type Triple, worldOf } from '../helpers/scenes.ts';

function moving(target: Record<string, unknown>, more: Record<string, unknown> = {}): World {
  return worldOf({
    species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }],
    targets: [{ name: 'goal', ...target }],
    ...more,
  });
}

function placeOf({ views }: World): Triple {
  const { x, y, z } = views.targetPosition;
  return [x[0], y[0], z[0]];
}

function velocity({ views }: World): Triple {
  const { targetVelocity: v, targetDrift: d } = views;
  return [v.x[0] + d.x[0], v.y[0] + d.y[0], v.z[0] + d.z[0]];
}

describe('an orbit', () => {
  const radius = Math.hypot(3, 4);
  const orbit = { type: 'orbit', center: [1, 2, 3], axis: [0, 0, 2], rate: -0.7 };

  it('follows the circle about the axis for long, in the plane and in space', () => {
    for (const dimensions of [2, 3]) {
      const world = moving(
        { position: [4, 6, dimensions === 2 ? 0 : 8], motion: orbit },
        { dimensions },
      );
      for (const seconds of [0.5, 1, 10, LONG ? 3600 : 60]) {
        tick(world, Math.round(60 * seconds) - world.tick);
        const angle = -0.7 * world.tick * world.plan.dt;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const expected = [1 + 3 * c - 4 * s, 2 + 3 * s + 4 * c, dimensions === 2 ? 0 : 8];
        // Steps of f32 add up.
        expect(distance(placeOf(world), expected), `${seconds} s`).toBeLessThan(
          2e-6 * (60 * seconds),
        );
        expect(Math.hypot(...velocity(world))).toBeCloseTo(0.7 * radius, 3);
      }
    }
  });

  it('keeps its distance from a slanting axis', () => {
    const axis = [1, -2, 0.5];
    const world = moving({ position: [4, 6, 8], motion: { ...orbit, axis, rate: 2 } });
    const along = (p: Triple): number => p[0] - 1 - 2 * (p[1] - 2) + 0.5 * (p[2] - 3);
    const height = along(placeOf(world));
    const away = distance(placeOf(world), [1, 2, 3]);
    for (let n = 0; n < 300; n++) {
      tick(world);
      expect(along(placeOf(world))).toBeCloseTo(height, 3);
      expect(distance(placeOf(world), [1, 2, 3])).toBeCloseTo(away, 3);
    }
  });
});

describe('a path', () => {
  const points = [
    [0, 0, 0],
    [3, 0, 0],
    [3, 4, 0],
  ];
  const along = (speed: number, closed: boolean): World =>
    moving(
      { position: points[0], motion: { type: 'path', path: 'way', speed } },
      { paths: [{ name: 'way', points, closed }] },
    );

  it.each([
    // Seconds, and the place after them: 7 m each way.
    [1, [2, 0, 0]],
    [2.5, [3, 2, 0]],
    [3.5, [3, 4, 0]],
    [4.5, [3, 2, 0]],
    [7, [0, 0, 0]],
    [7.5, [1, 0, 0]],
  ])('is followed back and forth if it is open: after %f s', (seconds, expected) => {
    const world = along(2, false);
    tick(world, 60 * seconds);
    expect(distance(placeOf(world), expected)).toBeLessThan(1e-4);
  });

  it.each([
    // 12 m around.
    [3.5, [3, 4, 0]],
    [4.75, [1.5, 2, 0]],
    [6, [0, 0, 0]],
    [7, [2, 0, 0]],
  ])('is followed round and round if it is closed: after %f s', (seconds, expected) => {
    const world = along(2, true);
    tick(world, 60 * seconds);
    expect(distance(placeOf(world), expected)).toBeLessThan(1e-4);
  });

  it('gives the velocity of the step that begins', () => {
    const world = along(2, false);
    expect(velocity(world)).toEqual([2, 0, 0].map((v) => expect.closeTo(v, 4)));
    tick(world, 120);
    expect(velocity(world)).toEqual([0, 2, 0].map((v) => expect.closeTo(v, 4)));
  });
});

it('a target on an orbit continues from where a command moved it', () => {
  const world = moving({
    position: [5, 0, 0],
    motion: { type: 'orbit', center: [0, 0, 0], rate: Math.PI / 2 },
  });
  command(world, { type: 'move', position: [100, 0, 0] });
  tick(world, 1);
  expect(placeOf(world)).toEqual([100, 0, 0]);
  tick(world, 60);
  // A quarter of the circle about 95 from where it was at the first tick.
  const angle = (tick: number): number => ((Math.PI / 2) * tick) / 60;
  const expected = [
    100 + 5 * (Math.cos(angle(61)) - Math.cos(angle(1))),
    5 * (Math.sin(angle(61)) - Math.sin(angle(1))),
    0,
  ];
  expect(distance(placeOf(world), expected)).toBeLessThan(1e-3);
});

it('a target on a spring follows its moving home', () => {
  const world = moving(
    {
      position: [0, 0, 0],
      stiffness: 40,
      damping: 9,
      motion: { type: 'path', path: 'way', speed: 3 },
    },
    {
      paths: [
        {
          name: 'way',
          points: [
            [0, 0, 0],
            [1000, 0, 0],
          ],
        },
      ],
    },
  );
  world.states[0].targetPosition.y[0] = 2;
  tick(world, 300);
  expect(distance(placeOf(world), [15, 0, 0])).toBeLessThan(1e-3);
});

it('a target on an orbit has the acceleration of the circle', () => {
  const world = moving({
    position: [5, 0, 0],
    motion: { type: 'orbit', center: [0, 0, 0], rate: 2 },
  });
  tick(world, 30);
  const { x, y } = world.front.targetAcceleration;
  expect(Math.hypot(x[0], y[0])).toBeCloseTo(20, 1);
});
