import { describe, expect, it } from 'vitest';
import { command } from '../../src/index.ts';
import { tick } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { angleBetween, dot, length, pointsOf, type Triple, worldOf } from '../helpers/scenes.ts';

function headingOf(world: World, id: number): Triple {
  const { slot, heading } = world.views;
  const at = slot[id];
  return [heading.x[at], heading.y[at], heading.z[at]];
}

function upOf(world: World, id: number): Triple {
  const { slot, up } = world.views;
  const at = slot[id];
  return [up.x[at], up.y[at], up.z[at]];
}

/** One agent whose velocity a seek turns at once to another. */
function turning(
  turnRate: number,
  from: number[],
  to: number[],
  dimensions = 3,
  turn?: 'slerp',
): World {
  return worldOf({
    dimensions,
    species: [
      {
        name: 'a',
        ...pointsOf([[0, 0, 0]], [from]),
        maxSpeed: 1,
        turnRate,
        turn,
        behaviors: [{ type: 'seek', weight: 60 }],
      },
    ],
    targets: [{ name: 'goal', position: to.map((v) => 1e5 * v) }],
  });
}

describe('the heading', () => {
  it.each([
    [1, [1, 0, 0], [0, 1, 0], Math.PI / 2],
    [0.3, [1, 0, 0], [0, 0, 1], Math.PI / 2],
    [2, [0, 1, 0], [0.6, 0.8, 0], Math.acos(0.8)],
    [5, [0, 0, -1], [0, -0.8, -0.6], Math.acos(0.6)],
  ])('turns to the velocity at %f rad/s from %j to %j', (rate, from, to, angle) => {
    const world = turning(rate, from, to);
    for (let n = 1; n < 200; n++) {
      tick(world);
      const turned = Math.min((n * rate) / 60, angle);
      expect(angleBetween(headingOf(world, 0), from), `tick ${n}`).toBeCloseTo(turned, 4);
      expect(length(headingOf(world, 0))).toBeCloseTo(1, 5);
      expect(dot(headingOf(world, 0), upOf(world, 0))).toBeCloseTo(0, 5);
      expect(length(upOf(world, 0))).toBeCloseTo(1, 5);
    }
  });

  it.each([2, 3])('turns round when the velocity reverses, in %iD', (dimensions) => {
    const world = turning(1, [1, 0, 0], [-1, 0, 0], dimensions);
    tick(world, 60);
    expect(angleBetween(headingOf(world, 0), [1, 0, 0])).toBeCloseTo(1, 3);
    tick(world, 180);
    expect(headingOf(world, 0)[0]).toBeCloseTo(-1, 5);
    if (dimensions === 2) expect(headingOf(world, 0)[2]).toBe(0);
  });

  it('is set from the start, and does not turn at rest', () => {
    const world = worldOf({
      species: [{ name: 'a', ...pointsOf([[0, 0, 0]], [[0, 3, 4]]), turnRate: 1, damping: 30 }],
    });
    expect(headingOf(world, 0)).toEqual([0, 0.6, 0.8].map(Math.fround));
    tick(world, 100);
    expect(headingOf(world, 0)[1]).toBeCloseTo(0.6, 5);
  });

  it('stays a unit vector at speeds whose square is not finite', () => {
    const world = worldOf({
      species: [{ name: 'a', ...pointsOf([[0, 0, 0]], [[0, 3, 4]]), turnRate: 100 }],
    });
    world.views.velocity.x[0] = 3e19;
    tick(world);
    expect(world.views.velocity.x[0]).toBeGreaterThan(2e19);
    expect(headingOf(world, 0)).toEqual([0, 0.6, 0.8].map(Math.fround));
    expect(length(upOf(world, 0))).toBeCloseTo(1, 5);
  });

  it('is reset when an agent of a pool starts again', () => {
    const world = worldOf({
      species: [
        {
          name: 'beam',
          count: 1,
          spawn: { type: 'pool' },
          turnRate: 0.01,
          behaviors: [{ type: 'homing', curvatureRadius: 1, speed: 30 }],
        },
      ],
      targets: [{ name: 'goal', position: [0, 0, 50] }],
      launchers: [{ name: 'gun', species: 'beam', target: 'goal', position: [0, 0, 0], speed: 30 }],
    });
    for (let n = 0; n < 3; n++) {
      command(world, { type: 'fire', angle: 1 });
      tick(world);
      const { velocity } = world.views;
      const start = [velocity.x[0], velocity.y[0], velocity.z[0]].map((v) => v / 30);
      headingOf(world, 0).forEach((value, axis) => {
        expect(value).toBeCloseTo(start[axis], 5);
      });
      tick(world, 20);
    }
  });
});

describe('the heading by slerp', () => {
  it.each([
    [1, [1, 0, 0], [0, 1, 0], Math.PI / 2],
    [6, [1, 0, 0], [0, 0, 1], Math.PI / 2],
    [20, [0, 1, 0], [0.6, 0.8, 0], Math.acos(0.8)],
    [45, [0, 0, -1], [0, -0.8, -0.6], Math.acos(0.6)],
  ])(
    'leaves the share 1 - %f dt of the angle in each tick, from %j to %j',
    (rate, from, to, angle) => {
      const world = turning(rate, from, to, 3, 'slerp');
      for (let n = 1; n < 200; n++) {
        tick(world);
        const left = angle * (1 - rate / 60) ** n;
        expect(angleBetween(headingOf(world, 0), from), `tick ${n}`).toBeCloseTo(angle - left, 4);
        expect(angleBetween(headingOf(world, 0), to), `tick ${n}`).toBeCloseTo(left, 4);
        expect(length(headingOf(world, 0))).toBeCloseTo(1, 5);
        expect(dot(headingOf(world, 0), upOf(world, 0))).toBeCloseTo(0, 5);
        expect(length(upOf(world, 0))).toBeCloseTo(1, 5);
      }
    },
  );

  it.each([60, 61, 1e4])('is the direction of the velocity at once from %d rad/s on', (rate) => {
    const world = turning(rate, [1, 0, 0], [0, 1, 0], 3, 'slerp');
    tick(world);
    expect(headingOf(world, 0)[1]).toBeCloseTo(1, 5);
  });

  it.each([2, 3])('turns round when the velocity reverses, in %iD', (dimensions) => {
    const world = turning(3, [1, 0, 0], [-1, 0, 0], dimensions, 'slerp');
    for (let n = 1; n < 300; n++) {
      tick(world);
      const left = Math.PI * 0.95 ** n;
      expect(angleBetween(headingOf(world, 0), [-1, 0, 0]), `tick ${n}`).toBeCloseTo(left, 3);
      expect(length(headingOf(world, 0))).toBeCloseTo(1, 5);
      if (dimensions === 2) expect(headingOf(world, 0)[2]).toBe(0);
    }
  });

  /** How far (rad) a body that faces along x has turned a tick after it was given a velocity. */
  function turned(velocity: Triple): number {
    const body = { name: 'a', ...pointsOf([[0, 0, 0]], [[1, 0, 0]]), turnRate: 6, turn: 'slerp' };
    const world = worldOf({ species: [body] });
    for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
      world.views.velocity[axis][0] = velocity[k];
    }
    tick(world);
    return angleBetween(headingOf(world, 0), [1, 0, 0]);
  }

  it('turns equally far at any speed, and does not turn at rest', () => {
    const tenth = Math.PI / 20;
    expect(turned([0, 1, 0])).toBeCloseTo(tenth, 5);
    expect(turned([0, 0.01, 0])).toBeCloseTo(tenth, 5);
    expect(turned([0, 1e18, 0])).toBeCloseTo(tenth, 5);
    expect(turned([0, 0.0032, 0])).toBeCloseTo(tenth, 5);
    // Its square is less than 1e-5.
    expect(turned([0, 0.0031, 0])).toBe(0);
    // The square of this one is not finite.
    expect(turned([0, 3e19, 0])).toBe(0);
  });

  it('turns at turnRate for each radian that is left, and another rate can be set', () => {
    const world = turning(6, [1, 0, 0], [0, 1, 0], 3, 'slerp');
    const left = (): number => angleBetween(headingOf(world, 0), [0, 1, 0]);
    tick(world);
    expect(left()).toBeCloseTo((Math.PI / 2) * 0.9, 5);
    command(world, { type: 'set', species: 'a', parameter: 'turnRate', value: 30 });
    // The step in which it is set still has the earlier rate.
    tick(world, 2);
    expect(left()).toBeCloseTo((Math.PI / 2) * 0.9 * 0.9 * 0.5, 5);
  });

  it('is refused in a species that has no turnRate', () => {
    const species = { name: 'a', ...pointsOf([[0, 0, 0]]), turn: 'slerp' };
    expect(() => worldOf({ species: [species] })).toThrow(
      '$.species[0].turn: found "slerp" without "turnRate", expected the key "turnRate"',
    );
  });
});

it('worlds without the behaviors that need them have no extra columns', () => {
  const world = worldOf({ species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] });
  const { heading, up, acceleration, choice, waypoint, struck } = world.front;
  for (const column of [heading.x, up.x, acceleration.x, choice, waypoint, struck]) {
    expect(column).toHaveLength(0);
  }
});
