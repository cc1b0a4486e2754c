import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tick } from '../../src/tick/tick.ts';
import { checkForces } from '../helpers/check-neighbors.ts';
import { LOOKING, randomPoints } from '../helpers/flocks.ts';
import { runsOf } from '../helpers/runs.ts';
import { distance, length, pointsOf, positionOf, velocityOf, worldOf } from '../helpers/scenes.ts';

const SEED = 4711;

it(`forces equal those over all pairs bit by bit: several behaviors of a type, masks, views, seed ${SEED}`, () => {
  const laws = {
    cohesion: [{}, { of: 'offset' }],
    alignment: [{}, { of: 'heading' }],
    separation: [
      {},
      { sum: 'count' },
      { sum: 'count', near: 0.7, factor: 3.3 },
      { sum: 'count', near: 9, factor: 0.1 },
    ],
  } as const;
  const behavior = fc
    .record({
      type: fc.constantFrom('cohesion', 'alignment', 'separation'),
      law: fc.nat(3),
      weight: fc.constantFrom(0.5, 3, 12),
      radius: fc.double({ min: 0.2, max: 3, noNaN: true }),
      cosine: fc.constantFrom(-1, -0.707, -0.15, 0, 0.7),
      species: fc.constantFrom(['a'], ['b'], ['a', 'b'], ['b', 'c'], ['c']),
    })
    .map(({ law, ...rest }) => ({ ...rest, ...laws[rest.type][law % laws[rest.type].length] }));
  // Behaviors with the same neighbors, for which the SIMD kernel has a path of its own.
  const alike = fc
    .record({ radius: fc.double({ min: 0.2, max: 3, noNaN: true }), law: fc.nat(15) })
    .map(({ radius, law }) => [
      { type: 'separation', weight: 12, radius, ...laws.separation[law & 3] },
      { type: 'alignment', weight: 3, radius, ...laws.alignment[(law >> 2) & 1] },
      { type: 'cohesion', weight: 0.5, radius, ...laws.cohesion[law >> 3] },
    ]);
  const list = fc.oneof(fc.array(behavior, { maxLength: 6 }), alike);
  const input = fc.record({
    behaviors: fc.tuple(list, list, list),
    counts: fc.tuple(
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 17 }),
      fc.constantFrom(1, 3),
    ),
    bounds: fc.constantFrom('open', 'wrap', 'contain'),
    dimensions: fc.constantFrom(2, 3),
    turn: fc.constantFrom({}, { turnRate: 3 }, { turnRate: 9, turn: 'slerp' }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(input, ({ behaviors, counts, bounds, dimensions, turn, seed }) => {
      const box = { min: [-5, 2, 0], max: [12, 13, 9.5] };
      const ball = { min: [-1, -1, -1], max: [1, 1, 1] };
      const world = worldOf({
        seed,
        dimensions,
        bounds: bounds === 'open' ? { type: 'open' } : { type: bounds, ...box },
        species: ['a', 'b', 'c'].map((name, index) => {
          const positions = randomPoints(counts[index], box, dimensions, seed + index);
          // Every fourth has the position of the one before it.
          const doubled = positions.map((at, k) => (k % 4 === 3 ? positions[k - 1] : at));
          return {
            name,
            ...pointsOf(doubled, randomPoints(counts[index], ball, dimensions, seed + 9)),
            maxSpeed: 3,
            ...(index === 0 && turn),
            behaviors: behaviors[index],
          };
        }),
      });
      checkForces(world);
      tick(world, 2);
      checkForces(world);
    }),
    { seed: SEED, numRuns: runsOf(20, 120) },
  );
});

/** Two or more agents, one tick of 1 s at mass 1: the new velocity is the force. */
function forcesOf(
  behavior: Record<string, unknown>,
  positions: number[][],
  velocities?: number[][],
): number[][] {
  const world = worldOf({
    dt: 1,
    species: [{ name: 'bird', ...pointsOf(positions, velocities), behaviors: [behavior] }],
  });
  tick(world);
  return positions.map((_, id) =>
    velocityOf(world, id).map((value, axis) => value - (velocities?.[id][axis] ?? 0)),
  );
}

describe('cohesion', () => {
  it('pulls with its weight toward the mean position of the neighbors', () => {
    const [force] = forcesOf({ type: 'cohesion', weight: 7, radius: 9 }, [
      [0, 0, 0],
      [3, 1, 0],
      [3, -1, 2],
      [0, 0, 100],
    ]);
    const mean = [2, 0, 2 / 3];
    for (const axis of [0, 1, 2])
      expect(force[axis]).toBeCloseTo((7 * [6, 0, 2][axis]) / length([6, 0, 2]), 5);
    expect(mean[1]).toBe(0);
  });

  it('does nothing to an agent that neighbors surround evenly, or that is alone', () => {
    const [force] = forcesOf({ type: 'cohesion', radius: 9 }, [
      [0, 0, 0],
      [1, 2, 3],
      [-1, -2, -3],
    ]);
    expect(force).toEqual([0, 0, 0]);
    expect(forcesOf({ type: 'cohesion' }, [[1, 2, 3]])).toEqual([[0, 0, 0]]);
  });
});

describe('alignment', () => {
  it('pulls with its weight toward the mean velocity of the neighbors', () => {
    const [force] = forcesOf(
      { type: 'alignment', weight: 4, radius: 5 },
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
      [
        [1, 0, 0],
        [0, 2, 0],
        [0, 4, 6],
      ],
    );
    const wanted = [-1, 3, 3];
    for (const axis of [0, 1, 2])
      expect(force[axis]).toBeCloseTo((4 * wanted[axis]) / length(wanted), 5);
  });

  it('does nothing to an agent that flies as its neighbors do', () => {
    const same = [
      [2, -1, 3],
      [2, -1, 3],
    ];
    const [force] = forcesOf(
      { type: 'alignment' },
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
      same,
    );
    expect(force).toEqual([0, 0, 0]);
  });
});

describe('separation', () => {
  it('pushes away with its weight, each neighbor counted as 1/distance', () => {
    const [force] = forcesOf({ type: 'separation', weight: 12, radius: 5 }, [
      [0, 0, 0],
      [2, 0, 0],
      [0, 4, 0],
    ]);
    const away = [-1 / 2, -1 / 4, 0];
    for (const axis of [0, 1, 2])
      expect(force[axis]).toBeCloseTo((12 * away[axis]) / length(away), 5);
  });

  it('two neighbors push each other apart with exactly opposite forces', () => {
    const [a, b] = forcesOf({ type: 'separation' }, [
      [0.3, -1.7, 2.9],
      [1.1, 0.2, 3.3],
    ]);
    expect(a).toEqual(b.map((value) => -value));
    expect(length(a)).toBeCloseTo(12, 4);
  });

  it.each([2, 3])('all agents on one spot part, in %i dimensions', (dimensions) => {
    const world = worldOf({
      dimensions,
      species: [
        {
          name: 'bird',
          ...pointsOf(Array(5).fill([3, 4, 0])),
          maxSpeed: 2,
          behaviors: [{ type: 'separation', radius: 2 }],
        },
      ],
    });
    tick(world, 30);
    for (let a = 0; a < 5; a++) {
      for (let b = 0; b < a; b++) {
        expect(distance(positionOf(world, a), positionOf(world, b))).toBeGreaterThan(0.2);
      }
      if (dimensions === 2) expect(positionOf(world, a)[2] === 0).toBe(true);
    }
  });

  it('agents too close to square their distance in f32 stay finite and part', () => {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf([
            [0, 0, 0],
            [1e-30, 0, 0],
            [0, 1e-20, 0],
          ]),
          maxSpeed: 2,
          behaviors: LOOKING,
        },
      ],
    });
    tick(world, 60);
    for (const id of [0, 1, 2]) expect(length(positionOf(world, id))).toBeGreaterThan(0.05);
  });
});

describe('the field of view', () => {
  const around = [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [-2, 0, 0],
  ];
  const flying = [
    [1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];

  it.each([
    [-1, [0, 1, 0]],
    [-0.5, [1, 1, 0]],
    [0.5, [1, 0, 0]],
  ])('with cosine %d an agent that looks along x is pulled to %j', (cosine, wanted) => {
    const [force] = forcesOf({ type: 'cohesion', weight: 1, cosine }, around, flying);
    for (const axis of [0, 1, 2]) {
      expect(force[axis]).toBeCloseTo(wanted[axis] / length(wanted), 5);
    }
  });

  it('hides agents behind: a leader is not held back by its follower', () => {
    const world = worldOf({
      species: [
        {
          name: 'bird',
          ...pointsOf(
            [
              [0, 0, 0],
              [-2, 0, 0],
            ],
            [
              [1, 0, 0],
              [1, 0, 0],
            ],
          ),
          behaviors: [{ type: 'cohesion', cosine: 0 }],
        },
      ],
    });
    tick(world);
    expect(velocityOf(world, 0)).toEqual([1, 0, 0]);
    expect(velocityOf(world, 1)[0]).toBeGreaterThan(1);
  });
});

it('a species mask hides the others: prey flees, the hunter follows', () => {
  const world = worldOf({
    species: [
      {
        name: 'prey',
        ...pointsOf([
          [0, 0, 0],
          [0, 1, 0],
        ]),
        behaviors: [{ type: 'separation', species: ['hunter'] }],
      },
      {
        name: 'hunter',
        ...pointsOf([
          [1, 0, 0],
          [1, 3, 0],
        ]),
        behaviors: [{ type: 'cohesion', species: ['prey'] }],
      },
    ],
  });
  const before = [0, 1, 2, 3].map((id) => positionOf(world, id));
  tick(world);
  const moved = [0, 1, 2, 3].map((id) =>
    positionOf(world, id).map((value, axis) => Math.sign(value - before[id][axis])),
  );
  expect(moved[0]).toEqual([-1, -1, 0]);
  expect(moved[2]).toEqual([-1, 1, 0]);
  expect(moved[3]).toEqual([-1, -1, 0]);
});

it('behaviors of a species add up, each with its own radius and weight', () => {
  const positions = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 4, 0],
  ];
  const near = { type: 'cohesion', weight: 2, radius: 2 };
  const wide = { type: 'cohesion', weight: 5, radius: 5 };
  const [a] = forcesOf(near, positions);
  const [b] = forcesOf(wide, positions);
  const world = worldOf({
    dt: 1,
    species: [{ name: 'bird', ...pointsOf(positions), behaviors: [wide, near] }],
  });
  tick(world);
  expect(a).toEqual([2, 0, 0]);
  for (const axis of [0, 1, 2]) {
    expect(velocityOf(world, 0)[axis]).toBeCloseTo(a[axis] + b[axis], 5);
  }
});

describe('species with the same rules', () => {
  const box = { min: [-3, -3, -3], max: [3, 3, 3] };
  /** Three species, the second of which may weigh one of its rules otherwise. */
  const worldWith = (
    changes: object,
    kernel: 'ts' | 'simd',
    commands: object[] = [],
    apart: readonly string[] = [],
  ) =>
    worldOf(
      {
        commands,
        species: ['a', 'b', 'c'].map((name, k) => ({
          ...{ name, mass: 1, maxSpeed: 5, maxForce: 40, ...pointsOf(randomPoints(30, box, 3, k)) },
          ...(k === 1 && 'mass' in changes && changes),
          behaviors: [
            {
              type: 'cohesion',
              weight: 2,
              radius: 2,
              ...(k === 1 && !('mass' in changes) && changes),
            },
            { type: 'separation', weight: 3, radius: 1 },
            ...(apart.includes(name) ? [{ type: 'wander', weight: 0 }] : []),
          ],
        })),
      },
      { kernel },
    );
  const placesOf = (world: ReturnType<typeof worldOf>) =>
    Array.from({ length: 90 }, (_, id) => [...positionOf(world, id), ...velocityOf(world, id)]);

  it.each([[{}], [{ weight: 5 }], [{ radius: 1.2 }], [{ cosine: 0.2 }]])(
    'have the forces of all pairs, where one of them has %j',
    (changes) => {
      expect(checkForces(worldWith(changes, 'simd'))).toBeGreaterThan(100);
    },
  );

  it.each(['ts', 'simd'] as const)(
    'part when a command changes one of them, kernel %s',
    (kernel) => {
      const change = { species: 'b', behavior: 'cohesion', parameter: 'weight', value: 9 };
      const commanded = worldWith({}, kernel, [{ tick: 0, type: 'set', ...change }]);
      const alike = worldWith({}, kernel);
      // A rule that does nothing keeps the species apart from the others.
      const apart = worldWith({ mass: 1 }, kernel, [{ tick: 0, type: 'set', ...change }], ['b']);
      for (const world of [commanded, alike, apart]) tick(world, 5);
      expect(placesOf(commanded)).toEqual(placesOf(apart));
      expect(placesOf(commanded)).not.toEqual(placesOf(alike));
    },
  );

  it.each(['ts', 'simd'] as const)('move by their own mass, kernel %s', (kernel) => {
    const [light, heavy] = [worldWith({}, kernel), worldWith({ mass: 7 }, kernel)];
    for (const world of [light, heavy]) tick(world);
    const speeds = (world: typeof light, id: number) => length(velocityOf(world, id));
    for (let id = 30; id < 60; id++) {
      const most = speeds(light, id);
      if (most > 0 && most < 0.5) expect(speeds(heavy, id)).toBeCloseTo(most / 7, 4);
    }
    for (const id of [0, 29, 60, 89]) expect(velocityOf(heavy, id)).toEqual(velocityOf(light, id));
  });
});
