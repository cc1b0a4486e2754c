import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { takeEvents } from '../../src/world/event-ring.ts';
import { STATUS } from '../../src/world/status.ts';
import { length, pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

const DT = 1 / 60;

/** One agent whose only force is `weight` (N) toward a neighbor of another species, along x. */
function pushed(species: Record<string, unknown>, velocity: number[], weight: number, dt = DT) {
  return worldOf({
    dt,
    species: [
      {
        name: 'one',
        ...pointsOf([[0, 0, 0]], [velocity]),
        ...species,
        behaviors: [{ type: 'cohesion', weight, radius: 2000, species: ['far'] }],
      },
      { name: 'far', ...pointsOf([[1000, 0, 0]]) },
    ],
  });
}

function expectVelocity(found: readonly number[], expected: readonly number[]): void {
  for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], 4);
}

describe('a step of semi-implicit Euler', () => {
  it('v += (force/mass - damping v) dt, then p += v dt', () => {
    const world = pushed({ mass: 4, damping: 0.5 }, [1, -2, 3], 24);
    tick(world);
    const acceleration = [24 / 4 - 0.5, 1, -1.5];
    const expected = [1, -2, 3].map((v, axis) => v + acceleration[axis] * DT);
    expectVelocity(velocityOf(world, 0), expected);
    expectVelocity(
      positionOf(world, 0),
      expected.map((v) => v * DT),
    );
  });

  it('shortens the summed force to maxForce', () => {
    const world = pushed({ mass: 4, maxForce: 6 }, [0, 0, 0], 24);
    tick(world);
    expectVelocity(velocityOf(world, 0), [(6 / 4) * DT, 0, 0]);
  });

  it('leaves a force below maxForce as it is, and applies none if that is 0', () => {
    const below = pushed({ maxForce: 25 }, [0, 0, 0], 24);
    tick(below);
    expectVelocity(velocityOf(below, 0), [24 * DT, 0, 0]);
    const none = pushed({ maxForce: 0 }, [0, 3, 0], 24);
    tick(none);
    expect(velocityOf(none, 0)).toEqual([0, 3, 0]);
  });

  it('shortens the velocity to maxSpeed, and keeps its direction', () => {
    const world = pushed({ maxSpeed: 5 }, [3, 4, 0], 60);
    tick(world);
    expectVelocity(velocityOf(world, 0), [
      (5 * 4) / Math.hypot(4, 4),
      (5 * 4) / Math.hypot(4, 4),
      0,
    ]);
    // Rounding of square, root, quotient and product: four half ulps.
    expect(length(velocityOf(world, 0))).toBeLessThanOrEqual(5 * (1 + 2 ** -22));
  });

  it('lengthens a velocity below minSpeed, except that of an agent at rest', () => {
    const moving = pushed({ minSpeed: 2 }, [0, 0.5, 0], 0);
    tick(moving);
    expectVelocity(velocityOf(moving, 0), [0, 2, 0]);
    const resting = pushed({ minSpeed: 2 }, [0, 0, 0], 0);
    tick(resting, 5);
    expect(velocityOf(resting, 0)).toEqual([0, 0, 0]);
  });

  it('keeps maxSpeed when a command has set minSpeed above it', () => {
    const world = pushed({ maxSpeed: 5 }, [3, 0, 0], 0);
    command(world, { type: 'set', species: 'one', parameter: 'minSpeed', value: 8 });
    for (let k = 0; k < 5; k++) {
      tick(world);
      expect(length(velocityOf(world, 0))).toBeLessThanOrEqual(5 * (1 + 2 ** -22));
    }
  });

  it('has no speed limit unless the species has one', () => {
    const world = pushed({}, [9000, 0, 0], 1e6);
    tick(world, 2);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(9000 + (2 * 1e6) / 60, 0);
  });
});

const BOX = { min: [-7, 0, 10], max: [4, 31, 23] };

function flying(type: string, position: number[], velocity: number[], dimensions = 3) {
  return worldOf({
    dt: 0.5,
    dimensions,
    bounds: type === 'open' ? { type } : { type, ...BOX },
    species: [{ name: 'one', ...pointsOf([position], [velocity]) }],
  });
}

describe('bounds that wrap', () => {
  it.each([
    ['out at the far side of x', [3.5, 5, 12], [2, 0, 0], [-6.5, 5, 12]],
    ['out at the near side of x', [-6.5, 5, 12], [-2, 0, 0], [3.5, 5, 12]],
    ['out over an edge of y and z at once', [0, 30, 22], [0, 4, 4], [0, 1, 11]],
    ['several times around', [0, 5, 12], [100, 0, 0], [-5, 5, 12]],
    ['exactly onto the far side, which is the near side', [3, 5, 12], [2, 0, 0], [-7, 5, 12]],
    ['exactly onto the near side, where it stays', [-6, 5, 12], [-2, 0, 0], [-7, 5, 12]],
  ])('take an agent %s', (_, position, velocity, expected) => {
    const world = flying('wrap', position, velocity);
    tick(world);
    expectVelocity(positionOf(world, 0), expected);
    expect(velocityOf(world, 0)).toEqual(velocity);
  });

  it('leave z alone in two dimensions', () => {
    const world = flying('wrap', [3.5, 5, 12], [2, 0, 9], 2);
    tick(world);
    expect(positionOf(world, 0)).toEqual([-6.5, 5, 0]);
  });
});

describe('bounds that contain', () => {
  it.each([
    ['at the far wall of x', [3, 5, 12], [8, 1, 0], [4, 5.5, 12], [0, 1, 0]],
    ['at the near wall of y', [0, 0.5, 12], [1, -6, 2], [0.5, 0, 13], [1, 0, 2]],
    ['in a corner', [-6.5, 30.5, 22.5], [-9, 9, 9], [-7, 31, 23], [0, 0, 0]],
  ])('stop %s: only the velocity into the wall is lost', (_, position, velocity, at, left) => {
    const world = flying('contain', position, velocity);
    tick(world);
    expectVelocity(positionOf(world, 0), at);
    expectVelocity(velocityOf(world, 0), left);
  });

  it('let an agent fly away from the wall', () => {
    const world = flying('contain', [4, 5, 12], [-2, 0, 0]);
    tick(world);
    expect(positionOf(world, 0)).toEqual([3, 5, 12]);
  });
});

it('open bounds let every agent leave', () => {
  const world = flying('open', [0, 0, 0], [3000, 0, 0]);
  tick(world, 100);
  expect(positionOf(world, 0)[0]).toBe(150_000);
});

describe('lifetime', () => {
  it('ends an agent when it has reached it, with an event, and leaves the others', () => {
    const world = worldOf({
      dt: 0.25,
      species: [
        {
          name: 'long',
          ...pointsOf([
            [0, 0, 0],
            [1, 0, 0],
          ]),
          lifetime: 100,
        },
        { name: 'short', ...pointsOf([[5, 6, 7]], [[4, 0, 0]]), lifetime: 1 },
      ],
    });
    tick(world, 3);
    expect(takeEvents(world)).toEqual([]);
    expect(world.views.status[world.views.slot[2]]).toBe(STATUS.alive);
    tick(world);
    expect(takeEvents(world)).toEqual([
      { type: 'expired', tick: 4, id: 2, species: 'short', position: [9, 6, 7] },
    ]);
    const { slot, status } = world.views;
    expect([0, 1, 2].map((id) => status[slot[id]])).toEqual([1, 1, STATUS.dead]);
    expect(slot[2]).toBe(2);
    tick(world, 10);
    expect(takeEvents(world)).toEqual([]);
  });

  it('lets an agent live one step if it is shorter than a tick', () => {
    const world = worldOf({
      species: [{ name: 'spark', ...pointsOf([[0, 0, 0]]), lifetime: 0.001 }],
    });
    expect(world.views.status[0]).toBe(STATUS.alive);
    tick(world);
    expect(takeEvents(world)).toMatchObject([{ type: 'expired', tick: 1, id: 0 }]);
  });
});
