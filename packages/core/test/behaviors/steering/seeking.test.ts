import { describe, expect, it } from 'vitest';
import { tick } from '../../../src/tick/tick.ts';
import {
  distance,
  length,
  pointsOf,
  positionOf,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const TARGET = { name: 'goal', position: [30, -12, 7] };

function flyer(behavior: Record<string, unknown>, position: number[], velocity: number[]) {
  return worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf([position], [velocity]),
        maxSpeed: 6,
        mass: 2,
        behaviors: [behavior],
      },
    ],
    targets: [TARGET],
  });
}

describe('seek', () => {
  it('pulls with weight x (desired velocity - velocity), over the mass', () => {
    const position = [1, 2, -4];
    const velocity = [1, -2, 0.5];
    const world = flyer({ type: 'seek', weight: 3 }, position, velocity);
    tick(world);
    const way = TARGET.position.map((value, axis) => value - position[axis]);
    for (const axis of [0, 1, 2]) {
      const desired = (6 * way[axis]) / length(way);
      const acceleration = (3 * (desired - velocity[axis])) / 2;
      expect(velocityOf(world, 0)[axis]).toBeCloseTo(velocity[axis] + acceleration / 60, 5);
      expect(positionOf(world, 0)[axis]).toBeCloseTo(
        position[axis] + velocityOf(world, 0)[axis] / 60,
        5,
      );
    }
  });

  it('gains speed from rest as maxSpeed (1 - (1 - weight dt / mass)^n)', () => {
    const world = flyer({ type: 'seek', weight: 3 }, [0, 0, 0], [0, 0, 0]);
    for (const n of [1, 10, 60]) {
      tick(world, n - world.tick);
      const expected = 6 * (1 - (1 - 1.5 / 60) ** n);
      expect(length(velocityOf(world, 0))).toBeCloseTo(expected, 4);
    }
  });

  it('brakes on the target itself, where no direction leads to it', () => {
    const world = flyer({ type: 'seek', weight: 1 }, TARGET.position, [4, 0, 0]);
    tick(world);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(4 - 4 / 2 / 60, 5);
  });

  it('seeks the target it names, the first one when it names none', () => {
    const world = worldOf({
      species: [
        { name: 'a', ...pointsOf([[0, 0, 0]]), maxSpeed: 1, behaviors: [{ type: 'seek' }] },
        {
          name: 'b',
          ...pointsOf([[0, 0, 0]]),
          maxSpeed: 1,
          behaviors: [{ type: 'seek', target: 'north' }],
        },
      ],
      targets: [
        { name: 'east', position: [10, 0, 0] },
        { name: 'north', position: [0, 10, 0] },
      ],
    });
    tick(world, 5);
    expect(positionOf(world, 0)[0]).toBeGreaterThan(0);
    expect(positionOf(world, 1)[1]).toBeGreaterThan(0);
    expect(positionOf(world, 1)[0]).toBe(0);
  });
});

describe('arrive', () => {
  it.each([
    // Critical damping is at weight/mass = 4 maxSpeed/brakingDistance.
    ['overdamped', 12, 5],
    ['underdamped', 1, 2],
  ])('comes to rest on the target, %s', (_, weight, brakingDistance) => {
    const world = flyer({ type: 'arrive', weight, brakingDistance }, [0, 0, 0], [0, 5, 0]);
    let fastest = 0;
    for (let k = 0; k < 3600; k++) {
      tick(world);
      fastest = Math.max(fastest, length(velocityOf(world, 0)));
    }
    expect(distance(positionOf(world, 0), TARGET.position)).toBeLessThan(1e-3);
    expect(length(velocityOf(world, 0))).toBeLessThan(1e-3);
    expect(fastest).toBeLessThan(6.0001);
    expect(fastest).toBeGreaterThan(5);
  });

  it('does not overshoot when overdamped', () => {
    const world = flyer(
      { type: 'arrive', weight: 16, brakingDistance: 10 },
      [0, -12, 7],
      [0, 0, 0],
    );
    let farthest = 0;
    for (let k = 0; k < 1800; k++) {
      tick(world);
      farthest = Math.max(farthest, positionOf(world, 0)[0]);
    }
    expect(farthest).toBeLessThan(TARGET.position[0] + 1e-4);
    expect(farthest).toBeGreaterThan(TARGET.position[0] - 1e-3);
  });

  it('is seek outside the braking distance', () => {
    const arriving = flyer({ type: 'arrive', weight: 3, brakingDistance: 5 }, [0, 0, 0], [1, 0, 2]);
    const seeking = flyer({ type: 'seek', weight: 3 }, [0, 0, 0], [1, 0, 2]);
    tick(arriving, 60);
    tick(seeking, 60);
    expect(positionOf(arriving, 0)).toEqual(positionOf(seeking, 0));
  });

  it('wants half the speed halfway into the braking distance', () => {
    const position = [TARGET.position[0] - 4, TARGET.position[1], TARGET.position[2]];
    const world = flyer({ type: 'arrive', weight: 2, brakingDistance: 8 }, position, [0, 0, 0]);
    tick(world);
    expect(velocityOf(world, 0)[0]).toBeCloseTo(3 / 60, 6);
  });
});
