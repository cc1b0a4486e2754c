import { describe, expect, it, test } from 'vitest';
import { stateHash } from '../../../src/phases/hash.ts';
import { kernels } from '../../../src/tick/choose-kernel.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import type { World } from '../../../src/world/world.ts';
import { leastGap } from '../../helpers/gaps.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { randomOf, shuffled } from '../../helpers/random-of.ts';
import {
  distance,
  length,
  pointsOf,
  positionOf,
  type Triple,
  velocityOf,
  worldOf,
} from '../../helpers/scenes.ts';

const GOAL = { type: 'goal', weight: 10 };
const ORCA = { type: 'orca', timeHorizon: 3, radius: 12 };

/** Walkers from given places to given goals; with a weight of mass/dt they want full speed at once. */
function walkers(
  from: readonly (readonly number[])[],
  to: readonly (readonly number[])[],
  replaced: Readonly<Record<string, unknown>> = {},
  orca: Readonly<Record<string, unknown>> = {},
) {
  return {
    name: 'walker',
    ...pointsOf(from),
    goals: { type: 'points', positions: to },
    radius: 0.5,
    maxSpeed: 2,
    behaviors: [GOAL, { ...ORCA, ...orca }],
    ...replaced,
  };
}

function planeOf(species: object[], more: Readonly<Record<string, unknown>> = {}): World {
  return worldOf({ dimensions: 2, dt: 0.1, species, ...more });
}

/** Steps a world and returns the least gap between bodies (m) on the way. */
function run(world: World, ticks: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let t = 0; t < ticks; t++) {
    tick(world);
    least = Math.min(least, leastGap(world));
  }
  return least;
}

/** No pair is nearer than its radii by more than this (m). */
const TOLERANCE = 1e-4;

describe('orca', () => {
  it('alone follows the force before it almost exactly', () => {
    const from = [[1, 2]];
    const to = [[-20, 9]];
    const world = planeOf([walkers(from, to)]);
    tick(world);
    const way = [-21, 7, 0];
    const wanted = way.map((c) => (2 * c) / length(way)) as Triple;
    expect(distance(velocityOf(world, 0), wanted)).toBeLessThan(2 * 1.5e-3);
    expect(velocityOf(world, 0)).not.toEqual(wanted.map(Math.fround));
  });

  it('takes mass, damping, forceFactor and dt into account', () => {
    const plain = planeOf([walkers([[0, 0]], [[9, 3]])]);
    const other = planeOf([
      walkers([[0, 0]], [[9, 3]], {
        mass: 4,
        damping: 0.7,
        forceFactor: 0.5,
        behaviors: [{ ...GOAL, weight: 80 }, ORCA],
      }),
    ]);
    tick(plain);
    tick(other);
    // From rest: 80/4 of the desired velocity in a tick of 0.1 s, halved.
    expect(distance(velocityOf(plain, 0), velocityOf(other, 0))).toBeLessThan(1e-6);
    tick(plain);
    tick(other);
    // Damping takes 7 % of the velocity of the other, and the force restores only what it asks for.
    const expected = velocityOf(plain, 0).map((c) => c * (1 - 0.07)) as Triple;
    expect(distance(velocityOf(other, 0), expected)).toBeLessThan(0.01);
  });

  it('limits the forces of the behaviors before it by maxForce', () => {
    const world = planeOf([walkers([[0, 0]], [[50, 0]], { maxForce: 3 })]);
    tick(world);
    expect(length(velocityOf(world, 0))).toBeCloseTo(0.3, 3);
  });

  it('brakes and stops regardless of maxForce and minSpeed', () => {
    const world = planeOf([walkers([[0, 0]], [[50, 0]], { maxForce: 30, minSpeed: 1.5 })], {
      obstacles: [{ type: 'sphere', center: [8, 0.0], radius: 5 }],
    });
    for (let t = 0; t < 60; t++) {
      tick(world);
      expect(distance(positionOf(world, 0), [8, 0, 0])).toBeGreaterThan(5.5 - TOLERANCE);
    }
    const wall = planeOf(
      [walkers([[0, 0]], [[0, 0]], { minSpeed: 1.5, goals: { type: 'mirror', center: [3, 0] } })],
      {
        bounds: { type: 'contain', min: [-5, -5], max: [4, 4] },
      },
    );
    tick(wall, 60);
    expect(length(velocityOf(wall, 0))).toBeLessThan(0.01);
  });

  it.each([
    [
      'head on',
      [
        [0, 0],
        [10, 0],
      ],
      [
        [10, 0],
        [0, 0],
      ],
    ],
    [
      'at a right angle',
      [
        [-5, 0],
        [0, -5],
      ],
      [
        [5, 0],
        [0, 5],
      ],
    ],
    [
      'overtaking',
      [
        [0, 0],
        [-3, 0],
      ],
      [
        [6, 0],
        [20, 0],
      ],
    ],
  ])('two agents reach their goals %s', (_, from, to) => {
    const world = planeOf([walkers(from, to)]);
    expect(run(world, 250)).toBeGreaterThan(-TOLERANCE);
    for (const id of [0, 1])
      expect(distance(positionOf(world, id), [...to[id], 0])).toBeLessThan(0.1);
  });

  it('two agents head on turn aside equally, to opposite sides', () => {
    const world = planeOf([
      walkers(
        [
          [0, 0],
          [9, 0],
        ],
        [
          [9, 0],
          [0, 0],
        ],
      ),
    ]);
    tick(world, 20);
    const [one, other] = [positionOf(world, 0), positionOf(world, 1)];
    expect(Math.abs(one[1])).toBeGreaterThan(0.1);
    expect(one[1] + other[1]).toBeCloseTo(0, 1);
  });

  it('does all of the avoiding if the other agent does not look', () => {
    const blind = {
      name: 'blind',
      ...pointsOf([[10, 0.01]], [[-2, 0]]),
      radius: 0.5,
    };
    const world = planeOf([walkers([[0, 0]], [[10, 0]]), blind]);
    expect(run(world, 120)).toBeGreaterThan(-TOLERANCE);
    expect(positionOf(world, 1)[1]).toBeCloseTo(0.01, 5);
    expect(distance(positionOf(world, 0), [10, 0, 0])).toBeLessThan(0.1);
  });

  it('does not rely on agents that do not see it, and ignores those it does not see', () => {
    const other = (species: string[]) => ({
      ...walkers([[10, 0.02]], [[0, 0.02]], {}, { species }),
      name: 'other',
    });
    const ignored = planeOf([walkers([[0, 0]], [[10, 0]]), other(['other'])]);
    tick(ignored, 25);
    // The one that does not see flies straight; the other gives way.
    expect(Math.abs(positionOf(ignored, 1)[1] - 0.02)).toBeLessThan(0.02);
    expect(Math.abs(positionOf(ignored, 0)[1])).toBeGreaterThan(0.5);
    const mutual = planeOf([walkers([[0, 0]], [[10, 0]]), other(['walker'])]);
    tick(mutual, 25);
    expect(Math.abs(positionOf(mutual, 1)[1])).toBeGreaterThan(0.2);
  });

  it.each([2, 3])('parts agents that stand on one spot, in %i dimensions', (dimensions) => {
    const spot = [3, -7, dimensions === 3 ? 2 : 0];
    const world = worldOf({
      dimensions,
      dt: 0.1,
      species: [walkers([spot, spot, spot, spot], [spot, spot, spot, spot])],
    });
    tick(world, 40);
    expect(leastGap(world)).toBeGreaterThan(-TOLERANCE);
    for (const id of [0, 1, 2, 3]) expect(distance(positionOf(world, id), spot)).toBeLessThan(3);
  });

  it.each([
    [2, 9, 1],
    [2, 20, 1],
    [2, 60, 3],
    [3, 20, 1],
    [3, 60, 2],
  ])('in %i dimensions parts %i bodies that stand on %i spots', (dimensions, count, heaps) => {
    const spots = Array.from({ length: count }, (_, k) => [3 + 4 * (k % heaps), -7, 0]);
    const world = worldOf({ dimensions, dt: 0.1, species: [walkers(spots, spots)] });
    tick(world, 60);
    expect(leastGap(world)).toBeGreaterThan(-TOLERANCE);
  });

  it('lets points of radius 0 pass each other and reach their goals', () => {
    const world = planeOf([
      walkers(
        [
          [0, 0],
          [4, 0],
        ],
        [
          [4, 0],
          [0, 0],
        ],
        { radius: 0 },
      ),
    ]);
    tick(world, 60);
    expect(distance(positionOf(world, 0), [4, 0, 0])).toBeLessThan(0.1);
    expect(distance(positionOf(world, 1), [0, 0, 0])).toBeLessThan(0.1);
  });

  it.each([2, 3])(
    'walks around obstacles to a goal behind them, in %i dimensions',
    (dimensions) => {
      const obstacles = [
        { type: 'sphere', center: [5, 0, 0], radius: 2 },
        { type: 'sphere', center: [9, 1.2, 0], radius: 0.4 },
      ];
      const world = worldOf({
        dimensions,
        dt: 0.1,
        obstacles,
        species: [
          walkers(
            [
              [0, 0, 0],
              [0, 1.1, 0],
            ],
            [
              [12, 0, 0],
              [12, 1.1, 0],
            ],
          ),
        ],
      });
      for (let t = 0; t < 150; t++) {
        tick(world);
        for (const id of [0, 1]) {
          for (const { center, radius } of obstacles) {
            const gap = distance(positionOf(world, id), center) - radius - 0.5;
            expect(gap, `tick ${t}`).toBeGreaterThan(-TOLERANCE);
          }
        }
      }
      expect(distance(positionOf(world, 0), [12, 0, 0])).toBeLessThan(0.2);
      expect(distance(positionOf(world, 1), [12, 1.1, 0])).toBeLessThan(0.2);
    },
  );

  it('gets out of an obstacle that it starts in, even from its center', () => {
    const world = planeOf(
      [
        walkers(
          [
            [0, 0],
            [0.5, 1],
          ],
          [
            [0, 0],
            [0.5, 1],
          ],
        ),
      ],
      {
        obstacles: [{ type: 'sphere', center: [0, 0], radius: 2 }],
      },
    );
    tick(world, 60);
    for (const id of [0, 1]) expect(length(positionOf(world, id))).toBeGreaterThan(2.5 - TOLERANCE);
  });

  it('is the same across the seam of a torus as within it', () => {
    const at = (shift: number) => {
      const place = (x: number) => (x + shift + 60) % 60;
      return planeOf(
        [
          walkers(
            [
              [place(5), 20],
              [place(14), 20.2],
            ],
            [
              [place(25), 20],
              [place(0), 20.2],
            ],
          ),
        ],
        { bounds: { type: 'wrap', min: [0, 0], max: [60, 47] } },
      );
    };
    const within = at(10);
    const across = at(-10);
    for (let t = 0; t < 60; t++) {
      tick(within);
      tick(across);
      for (const id of [0, 1]) {
        expect(distance(velocityOf(across, id), velocityOf(within, id))).toBeLessThan(1e-3);
      }
    }
  });

  it('obeys a `set` of its parameters and of the radius of a species', () => {
    const world = planeOf(
      [
        walkers(
          [
            [0, 0],
            [10, 0],
          ],
          [
            [10, 0],
            [0, 0],
          ],
        ),
      ],
      {
        commands: [
          { type: 'set', tick: 0, species: 'walker', parameter: 'radius', value: 1.5 },
          {
            type: 'set',
            tick: 0,
            species: 'walker',
            behavior: 'orca',
            parameter: 'margin',
            value: 1,
          },
        ],
      },
    );
    tick(world);
    let least = 99;
    for (let t = 0; t < 120; t++) {
      tick(world);
      least = Math.min(least, distance(positionOf(world, 0), positionOf(world, 1)));
    }
    expect(least).toBeGreaterThan(3.9);
  });
});

/** A crowd of two kinds, placed without overlap, that all head for the middle or past it. */
function throng(seed: number, dimensions: 2 | 3, dt: number) {
  const random = randomOf(seed);
  const size = dimensions === 2 ? 16 : 6;
  const places: number[][] = [];
  while (places.length < 150) {
    const place = [0, 1, 2].map((axis) => (axis < dimensions ? size * (2 * random() - 1) : 0));
    if (places.every((other) => distance(place, other) > 0.92)) places.push(place);
  }
  const kind = (name: string, from: number[][], radius: number, orca: Record<string, unknown>) => ({
    ...walkers(
      from,
      from.map((place) => place.map((c) => (random() < 0.5 ? -c : 0.1 * c))),
      { name, radius, maxSpeed: 1 + 2 * random() },
      orca,
    ),
  });
  return {
    seed,
    dimensions,
    dt,
    obstacles: [{ type: 'sphere', center: [0, size + 2, 0], radius: 2 }],
    species: [
      kind('thin', places.slice(0, 83), 0.2, { radius: 5 }),
      kind('wide', places.slice(83), 0.46, { radius: 4, maxNeighbors: 14, margin: 0.1 }),
    ],
  };
}

describe('a throng', () => {
  test.each([
    [1, 2, 0.1],
    [2, 2, 1 / 60],
    [3, 3, 0.1],
    [4, 3, 0.3],
    [5, 2, 0.4],
  ] as const)(
    'has no two agents that ever touch, seed %i, %i dimensions, dt %d',
    (seed, dimensions, dt) => {
      const world = worldOf(throng(seed, dimensions, dt));
      expect(leastGap(world)).toBeGreaterThan(0);
      expect(run(world, LONG ? 150 : 60)).toBeGreaterThan(-TOLERANCE);
    },
  );

  test.each([
    [6, 2],
    [7, 3],
  ] as const)(
    'has the same hashes for any number of workers and both kernels, seed %i, %i dimensions',
    (seed, dimensions) => {
      const make = (kernel: 'ts' | 'simd') => worldOf(throng(seed, dimensions, 0.1), { kernel });
      const oracle = make('ts');
      const hashes = Array.from({ length: LONG ? 200 : 40 }, () => {
        tick(oracle);
        return stateHash(oracle);
      });
      const random = randomOf(seed);
      const teams = kernels().flatMap((kernel) =>
        [1, 2, 3, 7].map((workers) => [kernel, workers] as const),
      );
      for (const [kernel, workers] of someOf(teams, 8, seed)) {
        const world = make(kernel);
        hashes.forEach((hash, t) => {
          tickSliced(world, shuffled(workers, random));
          expect(stateHash(world), `${kernel}, ${workers} workers, tick ${t + 1}`).toBe(hash);
        });
      }
    },
  );
});
