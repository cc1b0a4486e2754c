import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { forcesOf } from '../../helpers/forces.ts';
import {
  distance,
  dot,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

/** A hunter of maximum speed 6 and a hare that flies straight on. */
function chase(
  behavior: Record<string, unknown>,
  hare: { position: number[]; velocity: number[] },
  hunter = { position: [0, 0, 0], velocity: [0, 0, 0] },
  more: Record<string, unknown> = {},
): World {
  return worldOf({
    species: [
      {
        name: 'hunter',
        ...pointsOf([hunter.position], [hunter.velocity]),
        maxSpeed: 6,
        behaviors: [{ quarry: 'hare', ...behavior }],
      },
      { name: 'hare', ...pointsOf([hare.position], [hare.velocity]) },
    ],
    ...more,
  });
}

const unit = (v: readonly number[]): number[] => v.map((value) => value / length(v));

function expectVector(found: readonly number[], expected: readonly number[], digits = 4): void {
  expected.forEach((value, axis) => {
    expect(found[axis]).toBeCloseTo(value, digits);
  });
}

describe('flee', () => {
  it('is weight x (maxSpeed away - velocity)', () => {
    const hunter = { position: [1, 2, 3], velocity: [1, -1, 0.5] };
    const world = chase(
      { type: 'flee', weight: 3 },
      { position: [3, 1, 5], velocity: [9, 0, 0] },
      hunter,
    );
    const away = [-2, 1, -2].map((v) => (v / 3) * 6);
    expectVector(
      forcesOf(world)[0],
      away.map((v, axis) => 3 * (v - hunter.velocity[axis])),
    );
  });

  it('goes the short way round a torus', () => {
    const bounds = { type: 'wrap', min: [-10, -10, -10], max: [10, 10, 10] };
    const hare = { position: [9, 0, 0], velocity: [0, 0, 0] };
    const hunter = { position: [-9, 0, 0], velocity: [0, 0, 0] };
    const [force] = forcesOf(chase({ type: 'flee' }, hare, hunter, { bounds }));
    expectVector(force, [6, 0, 0]);
  });

  it.each([2, 3])('two agents on one spot part, in %i dimensions', (dimensions) => {
    const world = worldOf({
      dimensions,
      species: [
        {
          name: 'a',
          ...pointsOf([
            [1, 2, 0],
            [1, 2, 0],
          ]),
          maxSpeed: 2,
          behaviors: [{ type: 'flee', quarry: 'a' }],
        },
      ],
    });
    tick(world, 60);
    expect(distance(positionOf(world, 0), positionOf(world, 1))).toBeGreaterThan(0.5);
    if (dimensions === 2) expect(positionOf(world, 0)[2] === 0).toBe(true);
  });

  it('acts within its band alone, both ends included', () => {
    const world = (x: number): World =>
      chase({ type: 'flee', from: 2, to: 5 }, { position: [x, 0, 0], velocity: [0, 0, 0] });
    for (const [x, force] of [
      [1.99, 0],
      [2, 6],
      [5, 6],
      [5.01, 0],
    ]) {
      expect(length(forcesOf(world(x))[0])).toBeCloseTo(force, 4);
    }
  });
});

describe('evade', () => {
  it('acts within its band alone, both ends included', () => {
    const hare = (x: number) => ({ position: [x, 0, 0], velocity: [0, 0, 0] });
    const forces = [1.99, 2, 5, 5.01].map((x) => {
      const [force] = forcesOf(chase({ type: 'evade', from: 2, to: 5 }, hare(x)));
      return length(force);
    });
    expectVector(forces, [0, 6, 6, 0]);
  });
});

describe('pursue', () => {
  const hare = { position: [20, 0, 5], velocity: [0, 3, -1] };

  it('heads for the interception', () => {
    // |(20, 3t, 5 - t)| = 6 t
    const time = (-5 + Math.sqrt(25 + 26 * 425)) / 26;
    const meeting = [20, 3 * time, 5 - time];
    expect(length(meeting)).toBeCloseTo(6 * time, 6);
    const [force] = forcesOf(chase({ type: 'pursue', weight: 2 }, hare));
    expectVector(
      force,
      unit(meeting).map((v) => 12 * v),
    );
  });

  it('is seek without prediction, and heads a little ahead with a short one', () => {
    const seek = forcesOf(chase({ type: 'seek' }, hare))[0];
    expect(forcesOf(chase({ type: 'pursue', prediction: 0 }, hare))[0]).toEqual(seek);
    const [force] = forcesOf(chase({ type: 'pursue', prediction: 0.5 }, hare));
    expectVector(unit(force), unit([20, 1.5, 4.5]));
  });

  it('leads a quarry that it cannot catch by the whole prediction', () => {
    const fast = { position: [5, 1, 0], velocity: [0, 8, 0] };
    const [force] = forcesOf(chase({ type: 'pursue', prediction: 3 }, fast));
    expectVector(unit(force), unit([5, 25, 0]));
  });

  it('meets its quarry sooner than seek does', () => {
    const meetingOf = (type: string): number => {
      const world = chase({ type, weight: 20 }, { position: [20, -10, 0], velocity: [0, 4, 0] });
      while (distance(positionOf(world, 0), positionOf(world, 1)) > 0.3 && world.tick < 3000)
        tick(world);
      return world.tick;
    };
    // |(20, -10 + 4t)| = 6 t meets at 3.385 s.
    expect(meetingOf('pursue')).toBeGreaterThan(3.385 * 60 - 5);
    expect(meetingOf('pursue')).toBeLessThan(3.385 * 60 + 8);
    expect(meetingOf('seek')).toBeGreaterThan(meetingOf('pursue') + 60);
  });

  it('does nothing without a living quarry', () => {
    const world = worldOf({
      species: [
        {
          name: 'a',
          ...pointsOf([[0, 0, 0]]),
          maxSpeed: 1,
          behaviors: [{ type: 'pursue', quarry: 'b' }],
        },
        { name: 'b', count: 2, spawn: { type: 'pool' } },
      ],
    });
    expect(length(forcesOf(world)[0])).toBe(0);
  });
});

describe('evade', () => {
  it('without prediction is flee', () => {
    const hare = { position: [3, -1, 2], velocity: [4, 4, 1] };
    expect(forcesOf(chase({ type: 'evade', prediction: 0 }, hare))[0]).toEqual(
      forcesOf(chase({ type: 'flee' }, hare))[0],
    );
  });

  it('flees from the predicted place of its pursuer', () => {
    // 5 m at 6 + 4 m/s: 0.5 s ahead.
    const [force] = forcesOf(
      chase({ type: 'evade' }, { position: [3, 4, 0], velocity: [0, -4, 0] }),
    );
    expectVector(unit(force), unit([-3, -2, 0]));
  });

  it('flees straight away from a pursuer that would reach it', () => {
    // A pursuer as fast as itself: predicted half the way ahead, not on top of it.
    const coming = { position: [0, 5, 0], velocity: [0, -6, 0] };
    expectVector(forcesOf(chase({ type: 'evade' }, coming))[0], [0, -6, 0]);
    // A pursuer so fast that it would be 4 mm away by then, to the side.
    const bullet = { position: [0, 5, 0], velocity: [6, -1e4, 0] };
    expectVector(forcesOf(chase({ type: 'evade' }, bullet))[0], [0, -6, 0]);
  });

  it('escapes a slightly slower pursuer that would catch it at rest', () => {
    const species = (behavior: Record<string, unknown>[]): Record<string, unknown>[] => [
      {
        name: 'fish',
        ...pointsOf([[3, 1, 0]]),
        maxSpeed: 5,
        maxForce: 30,
        behaviors: behavior,
      },
      {
        name: 'shark',
        ...pointsOf([[-8, 0, 0]]),
        maxSpeed: 4.5,
        maxForce: 20,
        behaviors: [{ type: 'pursue', quarry: 'fish', weight: 5 }],
      },
    ];
    const nearest = (behavior: Record<string, unknown>[]): number => {
      const world = worldOf({ species: species(behavior) });
      let least = Number.POSITIVE_INFINITY;
      for (let t = 0; t < 900; t++) {
        tick(world);
        least = Math.min(least, distance(positionOf(world, 0), positionOf(world, 1)));
      }
      return least;
    };
    expect(nearest([])).toBeLessThan(1);
    expect(nearest([{ type: 'evade', quarry: 'shark', to: 8, weight: 4 }])).toBeGreaterThan(3);
  });
});

describe('interpose', () => {
  function between(more: Record<string, unknown> = {}): World {
    return worldOf({
      species: [
        {
          name: 'guard',
          ...pointsOf([[9, -7, 4]]),
          maxSpeed: 8,
          behaviors: [
            { type: 'interpose', target: 'a', second: { target: 'b' }, weight: 4, ...more },
          ],
        },
      ],
      targets: [
        { name: 'a', position: [-6, 0, 0] },
        { name: 'b', position: [2, 8, 4] },
      ],
    });
  }

  // The place between is 15.68 m away.
  it.each([
    [15, 16, true],
    [15.7, 99, false],
    [0, 15.6, false],
  ])('acts where that place is %d to %d m away: %s', (from, to, acts) => {
    expect(length(forcesOf(between({ from, to }))[0]) > 0).toBe(acts);
  });

  it.each([
    [0.5, [-2, 4, 2]],
    [0, [-6, 0, 0]],
    [1, [2, 8, 4]],
    [0.25, [-4, 2, 1]],
  ])('stops at share %d of the way between two aims at rest', (share, place) => {
    const world = between({ share });
    tick(world, 1200);
    expectVector(positionOf(world, 0), place, 2);
    expect(length(velocityOf(world, 0))).toBeLessThan(0.01);
  });

  it('looks ahead by the time it needs to reach the present middle', () => {
    const world = worldOf({
      species: [
        {
          name: 'guard',
          ...pointsOf([[0, 0, 0]]),
          maxSpeed: 8,
          behaviors: [
            { type: 'interpose', quarry: 'king', second: { quarry: 'bishop' }, brakingDistance: 1 },
          ],
        },
        { name: 'king', ...pointsOf([[12, 0, 0]], [[0, 3, 0]]) },
        { name: 'bishop', ...pointsOf([[20, 0, 0]], [[0, 1, 4]]) },
      ],
    });
    // The middle is 16 m away, 2 s.
    expectVector(
      forcesOf(world)[0],
      unit([16, 4, 4]).map((v) => 8 * v),
    );
  });

  it('stays between two moving agents', () => {
    const world = worldOf({
      species: [
        {
          name: 'guard',
          ...pointsOf([[0, 5, 0]]),
          maxSpeed: 8,
          maxForce: 60,
          behaviors: [
            {
              type: 'interpose',
              quarry: 'king',
              second: { quarry: 'bishop' },
              weight: 8,
              brakingDistance: 1,
            },
          ],
        },
        { name: 'king', ...pointsOf([[-4, 0, 0]], [[2, 1, 0]]) },
        { name: 'bishop', ...pointsOf([[4, 2, 0]], [[2, -1, 0]]) },
      ],
    });
    tick(world, 240);
    const [guard, king, bishop] = [0, 1, 2].map((id) => positionOf(world, id));
    const middle = king.map((v, axis) => (v + bishop[axis]) / 2);
    expect(distance(guard, middle)).toBeLessThan(0.5);
    expect(dot(velocityOf(world, 0), [1, 0, 0])).toBeCloseTo(2, 1);
  });
});

describe('cruise', () => {
  const cruiser = (velocity: number[], more: Record<string, unknown> = {}): World =>
    worldOf({
      species: [
        {
          name: 'car',
          ...pointsOf([[0, 0, 0]], [velocity]),
          behaviors: [{ type: 'cruise', speed: 4, weight: 2 }],
          ...more,
        },
      ],
    });

  it.each([[[1, 2, -2]], [[8, 16, -16]], [[0.01, 0.02, -0.02]]])(
    'reaches its speed from %j as 1 - (1 - weight dt)^n, on the same course',
    (velocity) => {
      const world = cruiser(velocity);
      const start = length(velocity);
      tick(world, 90);
      const expected = 4 + (start - 4) * (1 - 2 / 60) ** 90;
      expect(length(velocityOf(world, 0))).toBeCloseTo(expected, 3);
      expectVector(unit(velocityOf(world, 0)), [1 / 3, 2 / 3, -2 / 3], 3);
    },
  );

  it('starts from rest, in the direction of its heading if it has one', () => {
    const world = cruiser([0, 0, 0]);
    tick(world, 300);
    expect(length(velocityOf(world, 0))).toBeCloseTo(4, 2);
    const facing = cruiser([0, 0, 0], { turnRate: 1 });
    tick(facing, 60);
    expectVector(unit(velocityOf(facing, 0)), [1, 0, 0]);
  });
});

describe('tether', () => {
  const dog = (x: number): World =>
    worldOf({
      species: [
        {
          name: 'dog',
          ...pointsOf([[x, 2, 0]]),
          behaviors: [{ type: 'tether', weight: 12, length: 3, margin: 2 }],
        },
      ],
      targets: [{ name: 'post', position: [1, 2, 0] }],
    });

  it.each([
    [1, 0],
    [4, 0],
    [4.5, -3],
    [-3, 6],
    [-99, 12],
  ])('pulls at x = %d with %d N', (x, force) => {
    expectVector(forcesOf(dog(x))[0], [force, 0, 0]);
  });
});
