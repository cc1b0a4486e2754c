import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderParameters } from '../../src/measure/order-parameters.ts';
import { tick } from '../../src/tick/tick.ts';
import { boundsOf, LOPSIDED, randomPoints } from '../helpers/flocks.ts';
import { runsOf } from '../helpers/runs.ts';
import { length, pointsOf, worldOf } from '../helpers/scenes.ts';

interface Flight {
  readonly positions: readonly (readonly number[])[];
  readonly velocities?: readonly (readonly number[])[];
  readonly bounds?: Record<string, unknown>;
  readonly dimensions?: number;
  readonly behaviors?: Record<string, unknown>[];
}

function measured({ positions, velocities, bounds, dimensions = 3, behaviors = [] }: Flight) {
  return orderParameters(
    worldOf({
      dimensions,
      ...(bounds && { bounds }),
      species: [{ name: 'bird', ...pointsOf(positions, velocities), behaviors }],
    }),
  );
}

describe('polarization', () => {
  const positions = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
    [3, 0, 0],
  ];

  it.each([
    [
      '1 when all fly one way, at any speed',
      [
        [0, 1, 0],
        [0, 5, 0],
        [0, 0.1, 0],
        [0, 9, 0],
      ],
      1,
    ],
    [
      '0 when they cancel out',
      [
        [0, 1, 0],
        [0, -5, 0],
        [3, 0, 0],
        [-2, 0, 0],
      ],
      0,
    ],
    [
      'half when one of four flies the opposite way',
      [
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
        [0, -1, 0],
      ],
      0.5,
    ],
    [
      'taken over the moving agents only',
      [
        [0, 1, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      1,
    ],
    [
      '0 when none moves',
      [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      0,
    ],
  ])('is %s', (_, velocities, expected) => {
    expect(measured({ positions, velocities }).polarization).toBeCloseTo(expected, 6);
  });
});

it('mean speed covers all living agents, in m/s', () => {
  const positions = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ];
  const velocities = [
    [3, 4, 0],
    [0, 0, 0],
    [0, 0, -1],
  ];
  expect(measured({ positions, velocities }).meanSpeed).toBeCloseTo(2, 6);
});

/** The mean distance to the nearest other agent, by testing all pairs. */
function bruteForce(
  positions: readonly (readonly number[])[],
  edges: readonly number[] | undefined,
): number {
  const nearest = positions.map((a, i) =>
    Math.min(
      ...positions
        .filter((_, j) => j !== i)
        .map((b) =>
          length(
            a.map((value, axis) => {
              const offset = Math.fround(value) - Math.fround(b[axis]);
              if (!edges || edges[axis] === 0) return offset;
              return offset - edges[axis] * Math.round(offset / edges[axis]);
            }),
          ),
        ),
    ),
  );
  return nearest.reduce((sum, value) => sum + value, 0) / positions.length;
}

describe('mean nearest neighbor distance', () => {
  const looking = [{ type: 'cohesion', radius: 1.5 }];

  it.each([
    ['open', 3, 203],
    ['wrap', 3, 203],
    ['contain', 3, 203],
    ['wrap', 2, 203],
    ['open', 2, 5],
    // So few agents on a torus that the nearest are farther away than the grid can search.
    ['wrap', 3, 2],
    ['wrap', 3, 3],
    ['wrap', 2, 4],
  ])(
    'equals a test of all pairs, %s bounds, %i dimensions, %i agents, seed 13',
    (type, dimensions, n) => {
      const positions = randomPoints(n, LOPSIDED, dimensions, 13);
      const edges = LOPSIDED.min.map((low, axis) =>
        axis < dimensions ? LOPSIDED.max[axis] - low : 0,
      );
      const expected = bruteForce(positions, type === 'wrap' ? edges : undefined);
      for (const behaviors of [looking, []]) {
        const bounds = boundsOf(type, LOPSIDED);
        const found = measured({ positions, bounds, dimensions, behaviors });
        expect(found.meanNearestNeighborDistance).toBeCloseTo(expected, 4);
      }
    },
  );

  it('equals a test of all pairs for clusters, also far away, on tori of any shape, seed 29', () => {
    const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const input = fc.record({
      type: fc.constantFrom('open', 'wrap', 'contain'),
      dimensions: fc.constantFrom(2, 3),
      edges: fc.tuple(real(0.5, 200), real(0.5, 20), real(0.5, 2000)),
      clusters: fc.integer({ min: 1, max: 4 }),
      spread: fc.constantFrom(1e-4, 0.05, 1),
      count: fc.integer({ min: 2, max: 90 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(input, ({ type, dimensions, edges, clusters, spread, count, seed }) => {
        const box = { min: [-50, 3, 0], max: [-50 + edges[0], 3 + edges[1], edges[2]] };
        const centers = randomPoints(clusters, box, dimensions, seed);
        const positions = randomPoints(
          count,
          { min: [0, 0, 0], max: edges },
          dimensions,
          seed + 1,
        ).map((at, k) =>
          at.map((value, axis) =>
            axis < dimensions
              ? box.min[axis] +
                ((centers[k % clusters][axis] - box.min[axis] + value * spread) %
                  (0.999 * edges[axis]))
              : 0,
          ),
        );
        const round = box.min.map((low, axis) =>
          type === 'wrap' && axis < dimensions ? Math.fround(box.max[axis]) - Math.fround(low) : 0,
        );
        const bounds = boundsOf(type, box);
        const found = measured({ positions, bounds, dimensions }).meanNearestNeighborDistance;
        const expected = bruteForce(positions, round);
        expect(Math.abs((found ?? -1) - expected)).toBeLessThan(1e-9 + 1e-4 * expected);
      }),
      { seed: 29, numRuns: runsOf(30, 200) },
    );
  });

  it('is null for one agent alone, 0 on one spot, and right across wide gaps', () => {
    expect(measured({ positions: [[1, 2, 3]] }).meanNearestNeighborDistance).toBeNull();
    const spot = [
      [1, 2, 3],
      [1, 2, 3],
    ];
    expect(measured({ positions: spot }).meanNearestNeighborDistance).toBe(0);
    const far = [
      [-90_000, 0, 0],
      [90_000, 0, 0],
      [90_000, 10, 0],
    ];
    expect(
      measured({ positions: far, behaviors: looking }).meanNearestNeighborDistance,
    ).toBeCloseTo((180_000 + 10 + 10) / 3, 1);
  });

  it('is found for agents that have left the grid too', () => {
    const world = worldOf({
      dt: 1,
      species: [
        {
          name: 'bird',
          ...pointsOf(
            [
              [0, 0, 0],
              [5, 0, 0],
              [9, 1, 0],
            ],
            Array(3).fill([1000, 1000, 0]),
          ),
          behaviors: [{ type: 'cohesion', radius: 2, weight: 0 }],
        },
      ],
    });
    tick(world, 50);
    const expected = (5 + Math.hypot(4, 1) + Math.hypot(4, 1)) / 3;
    expect(orderParameters(world).meanNearestNeighborDistance).toBeCloseTo(expected, 3);
  });
});

it('counts living agents only: not those in the pool or dead', () => {
  const world = worldOf({
    species: [
      { name: 'ghost', count: 9, spawn: { type: 'pool' } },
      { name: 'mayfly', ...pointsOf([[0.1, 0, 0]], [[50, 0, 0]]), lifetime: 0.01 },
      {
        name: 'bird',
        ...pointsOf(
          [
            [0, 0, 0],
            [7, 0, 0],
          ],
          [
            [0, 2, 0],
            [0, 4, 0],
          ],
        ),
      },
    ],
  });
  tick(world);
  expect(orderParameters(world)).toEqual({
    polarization: 1,
    rotation: expect.closeTo(0, 1),
    meanNearestNeighborDistance: expect.closeTo(7, 2),
    meanSpeed: 3,
  });
});

it('leaves the nearest ones out when not asked for them', () => {
  const world = worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf([
          [0, 0, 0],
          [1, 0, 0],
        ]),
      },
    ],
  });
  expect(orderParameters(world).meanNearestNeighborDistance).toBe(1);
  expect(orderParameters(world, { nearest: false }).meanNearestNeighborDistance).toBe(null);
});

it('order parameters are 0 or null without any living agents', () => {
  const world = worldOf({ species: [{ name: 'ghost', count: 9, spawn: { type: 'pool' } }] });
  expect(orderParameters(world)).toEqual({
    polarization: 0,
    rotation: 0,
    meanNearestNeighborDistance: null,
    meanSpeed: 0,
  });
});

it('changes nothing', () => {
  const world = worldOf({
    species: [
      {
        name: 'bird',
        ...pointsOf([
          [0, 0, 0],
          [1, 0, 0],
        ]),
      },
    ],
  });
  const before = JSON.stringify(world.views);
  orderParameters(world);
  expect(JSON.stringify(world.views)).toBe(before);
});

describe('rotation', () => {
  const ring = (count: number, center: readonly number[], turn: (k: number) => number) => {
    const angles = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
    return {
      positions: angles.map((a) => [
        center[0] + 3 * Math.cos(a),
        center[1] + 3 * Math.sin(a),
        center[2],
      ]),
      velocities: angles.map((a, k) => {
        const speed = turn(k) * (1 + (k % 4));
        return [-speed * Math.sin(a), speed * Math.cos(a), 0];
      }),
    };
  };

  it('is 1 when all fly along one circle, wherever it is and however fast each flies', () => {
    expect(measured(ring(17, [50, -3, 9], () => 1)).rotation).toBeCloseTo(1, 5);
    expect(measured(ring(17, [50, -3, 9], () => -1)).rotation).toBeCloseTo(1, 5);
  });

  it('is half when a quarter of the agents fly the other way round', () => {
    const flight = ring(16, [1, 2, 3], (k) => (k % 4 === 0 ? -1 : 1));
    expect(measured(flight).rotation).toBeCloseTo(0.5, 5);
  });

  it('is 0 when all fly one way, and when none moves', () => {
    const { positions } = ring(16, [0, 0, 0], () => 1);
    const velocities = positions.map(() => [3, 1, 0]);
    expect(measured({ positions, velocities }).rotation).toBeCloseTo(0, 5);
    expect(measured({ positions }).rotation).toBe(0);
  });

  it('is that of the circle across the seam of a torus', () => {
    const bounds = { type: 'wrap', min: [-9, -8, -7], max: [9, 8, 7] };
    const { positions, velocities } = ring(17, [8.5, 7.5, 0], () => 1);
    const inside = positions.map(([x, y, z]) => [
      x! >= 9 ? x! - 18 : x!,
      y! >= 8 ? y! - 16 : y!,
      z!,
    ]);
    expect(measured({ positions: inside, velocities, bounds }).rotation).toBeCloseTo(1, 5);
  });
});

it('is fast for 50,000 agents on two spots, where pairs are not tested one by one', () => {
  const spot = (at: number) => ({ type: 'box', min: [at, 2, 3], max: [at, 2, 3] });
  const world = worldOf({
    species: [
      { name: 'a', count: 25_000, spawn: spot(1) },
      { name: 'b', count: 25_000, spawn: spot(9) },
    ],
  });
  const begun = process.cpuUsage();
  expect(orderParameters(world).meanNearestNeighborDistance).toBe(0);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(2000);
});
