import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { distance, length, pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

const BODY = 0.5;
const MARGIN = 0.3;

interface Flight {
  readonly position: number[];
  readonly velocity: number[];
  readonly obstacles: readonly (readonly [center: number[], radius: number])[];
}

/** The force on an agent of mass 1: the change of its velocity in one tick. */
function forceOf({ position, velocity, obstacles }: Flight): number[] {
  const world = worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf([position], [velocity]),
        radius: BODY,
        behaviors: [{ type: 'avoidance', weight: 30, lookAhead: 2, margin: MARGIN }],
      },
    ],
    obstacles: obstacles.map(([center, radius]) => ({ type: 'sphere', center, radius })),
  });
  tick(world);
  return velocityOf(world, 0).map((value, axis) => (value - velocity[axis]) * 60);
}

function expectForce(found: number[], expected: number[]): void {
  for (const axis of [0, 1, 2]) expect(found[axis]).toBeCloseTo(expected[axis], 3);
}

describe('the force of avoidance', () => {
  // At 4 m/s it looks 8 m ahead; the sphere's center lies 6 m ahead and 1 m aside.
  const reach = 2 + BODY + MARGIN;
  const touching = 6 - Math.sqrt(reach ** 2 - 1);
  const strength = 30 * (1 - touching / 8);

  it.each([
    [1, -1],
    [-1, 1],
  ])('leads away from a center %d m aside, stronger the nearer it is', (aside, side) => {
    const force = forceOf({
      position: [1, 2, 3],
      velocity: [4, 0, 0],
      obstacles: [[[7, 2 + aside, 3], 2]],
    });
    expectForce(force, [0, side * strength, 0]);
  });

  it('comes from the sphere that is touched first, in any order', () => {
    const near: [number[], number] = [[6, 0, 1], 2];
    const far: [number[], number] = [[8, 1, 0], 2];
    const flight = { position: [0, 0, 0], velocity: [4, 0, 0] };
    expectForce(forceOf({ ...flight, obstacles: [near, far] }), [0, 0, -strength]);
    expectForce(forceOf({ ...flight, obstacles: [far, near] }), [0, 0, -strength]);
    // A grazed sphere: its center is nearer, but it is touched later.
    const grazed: [number[], number] = [[5, 2.7, 0], 2];
    expectForce(forceOf({ ...flight, obstacles: [near, grazed] }), [0, 0, -strength]);
    expectForce(forceOf({ ...flight, obstacles: [grazed, near] }), [0, 0, -strength]);
  });

  it.each([
    ['behind', [-6, 1, 0]],
    ['beyond the look ahead', [12, 1, 0]],
    ['beside the course', [6, 3.5, 0]],
  ])('is none for a sphere %s', (_, center) => {
    expectForce(
      forceOf({ position: [0, 0, 0], velocity: [4, 0, 0], obstacles: [[center, 2]] }),
      [0, 0, 0],
    );
  });

  it('is the whole weight outward inside a sphere, ahead of any other sphere', () => {
    const obstacles: [number[], number][] = [
      [[5, 0.1, 0], 2],
      [[0, -1, 0], 2],
    ];
    expectForce(forceOf({ position: [0, 0, 0], velocity: [1, 0, 0], obstacles }), [0, 30, 0]);
  });

  it('is none for an agent at rest outside', () => {
    expectForce(
      forceOf({ position: [0, 0, 0], velocity: [0, 0, 0], obstacles: [[[4, 0, 0], 2]] }),
      [0, 0, 0],
    );
  });

  it('has its whole weight at the very center of a sphere too', () => {
    const force = forceOf({
      position: [5, 6, 7],
      velocity: [0, 0, 0],
      obstacles: [[[5, 6, 7], 2]],
    });
    expect(length(force)).toBeCloseTo(30, 3);
  });
});

const COUNT = 203;

describe.each([2, 3])('agents head on to a sphere, in %i dimensions', (dimensions) => {
  const center = [20, 0, 0];

  function fly() {
    const world = worldOf({
      dimensions,
      species: [
        {
          name: 'bird',
          ...pointsOf(Array(COUNT).fill([0, 0, 0]), Array(COUNT).fill([5, 0, 0])),
          maxSpeed: 5,
          minSpeed: 4,
          radius: BODY,
          behaviors: [{ type: 'avoidance', weight: 30, lookAhead: 2 }],
        },
      ],
      obstacles: [{ type: 'sphere', center, radius: 4 }],
    });
    const nearest = Array(COUNT).fill(Number.POSITIVE_INFINITY);
    for (let k = 0; k < 480; k++) {
      tick(world);
      for (let id = 0; id < COUNT; id++) {
        nearest[id] = Math.min(nearest[id], distance(positionOf(world, id), center));
      }
    }
    return { world, nearest };
  }
  const { world, nearest } = fly();

  it('neither stall nor fly into it', () => {
    for (let id = 0; id < COUNT; id++) {
      // 480 ticks are 8 s: past the sphere, or far to its side.
      expect(distance(positionOf(world, id), [0, 0, 0])).toBeGreaterThan(25);
      expect(nearest[id]).toBeGreaterThan(4);
    }
  });

  it('pass in about equal numbers on either side', () => {
    for (let axis = 1; axis < dimensions; axis++) {
      const positive = Array.from({ length: COUNT }, (_, id) => positionOf(world, id)[axis]).filter(
        (value) => value > 0,
      ).length;
      // Four standard deviations of a fair draw.
      expect(Math.abs(positive - COUNT / 2)).toBeLessThan(4 * Math.sqrt(COUNT / 4));
    }
    if (dimensions === 2) expect(positionOf(world, 0)[2] === 0).toBe(true);
  });
});

it('agents inside a sphere come out, even from its very center', () => {
  const positions = [
    [3, 0, 0],
    [0, 0, 0],
    [0, -3.9, 0],
  ];
  const world = worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf(positions),
        maxSpeed: 5,
        damping: 1,
        behaviors: [{ type: 'avoidance', weight: 10 }],
      },
    ],
    obstacles: [{ type: 'sphere', center: [0, 0, 0], radius: 4 }],
  });
  tick(world, 300);
  positions.forEach((_, id) => {
    expect(length(positionOf(world, id))).toBeGreaterThanOrEqual(4);
  });
});
