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

/** One agent of a velocity that a seek turns at once to another. */
function turning(turnRate: number, from: number[], to: number[], dimensions = 3): World {
  return worldOf({
    dimensions,
    species: [
      {
        name: 'a',
        ...pointsOf([[0, 0, 0]], [from]),
        maxSpeed: 1,
        turnRate,
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

  it('stays where it is at rest, and is there from the first tick', () => {
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

  it('is reset when an agent of a pool starts anew', () => {
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

it('worlds without the behaviors that need them have no extra columns', () => {
  const world = worldOf({ species: [{ name: 'a', ...pointsOf([[0, 0, 0]]) }] });
  const { heading, up, acceleration, choice, waypoint, struck } = world.front;
  for (const column of [heading.x, up.x, acceleration.x, choice, waypoint, struck]) {
    expect(column).toHaveLength(0);
  }
});
