import { describe, expect, it } from 'vitest';
import { createRuns, neighborRunsInto } from '../../src/grid/neighbor-runs.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { tick, tickSliced } from '../../src/tick/tick.ts';
import type { World } from '../../src/world/world.ts';
import { checkForces, checkRuns } from '../helpers/check-neighbors.ts';
import { checkSorted } from '../helpers/check-state.ts';
import { LOOKING, randomPoints } from '../helpers/flocks.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { pointsOf, type Triple, worldOf } from '../helpers/scenes.ts';

/**
 * Flocks in shapes that no grid over a box fits. Neighbors are those found by a test of all pairs, both kernels and any
 * slices agree to the bit, and the number of agents examined depends on how many are near.
 */

/** A test of all pairs takes a fifth of the time with half as many. */
const AGENTS = LONG ? 703 : 303;
const SEED = 51;
const ON_SPOT = LONG ? 203 : 83;

type Shape = { readonly positions: number[][]; readonly bounds?: Record<string, unknown> };

function box(
  center: readonly number[],
  edges: readonly number[],
): { min: number[]; max: number[] } {
  return {
    min: center.map((value, axis) => value - edges[axis] / 2),
    max: center.map((value, axis) => value + edges[axis] / 2),
  };
}

function spread(count: number, center: readonly number[], edges: readonly number[]): number[][] {
  return randomPoints(count, box(center, edges), 3, SEED);
}

function clusters(centers: readonly Triple[], edge: number): number[][] {
  const each = Math.floor(AGENTS / centers.length);
  return centers.flatMap((center) => spread(each, center, [edge, edge, edge]));
}

const cube = [11, 11, 11];
const wide = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] });

const SHAPES: Record<string, Shape> = {
  'two clusters 10 km apart': {
    positions: clusters(
      [
        [0, 0, 0],
        [10_000, 0, 0],
      ],
      9,
    ),
  },
  'five clusters': {
    positions: clusters(
      [
        [0, 0, 0],
        [9000, -20, 3],
        [-50_000, 7000, 1],
        [13, -90_000, 4],
        [1, 2, 99_000],
      ],
      6,
    ),
  },
  'a line along x': { positions: spread(AGENTS, [0, 0, 0], [120, 0, 0]) },
  'a line along z': { positions: spread(AGENTS, [3, -3, 0], [0, 0, 120]) },
  'a diagonal line': {
    positions: spread(AGENTS, [0, 0, 0], [70, 0, 0]).map(([t]) => [t, t, t]),
  },
  'a plane': { positions: spread(AGENTS, [0, 0, 0], [40, 40, 0]) },
  'a plane that leans': {
    positions: spread(AGENTS, [0, 0, 0], [40, 40, 0]).map(([x, y]) => [x, y, x + y]),
  },
  'far from the origin': { positions: spread(AGENTS, [99_000, -98_000, 97_000], cube) },
  'a small flock in a large box': {
    positions: spread(AGENTS, [-4000, 300, 1], cube),
    bounds: { type: 'contain', ...wide(5000) },
  },
  'a small flock at the seam of a large torus': {
    positions: spread(AGENTS, [0, 0, 0], cube).map((point) =>
      point.map((value) => (value < 0 ? value + 5000 : value - 5000)),
    ),
    bounds: { type: 'wrap', ...wide(5000) },
  },
  'a large torus, evenly': {
    positions: spread(AGENTS, [0, 0, 0], [999, 999, 999]),
    bounds: { type: 'wrap', ...wide(500) },
  },
};

function flock({ positions, bounds }: Shape, kernel: 'ts' | 'simd'): World {
  const velocities = randomPoints(positions.length, box([0, 0, 0], [4, 4, 4]), 3, SEED + 1);
  const half = positions.length >> 1;
  const part = (name: string, from: number, to: number) => ({
    name,
    ...pointsOf(positions.slice(from, to), velocities.slice(from, to)),
    maxSpeed: 4,
    behaviors: LOOKING,
  });
  return worldOf(
    {
      ...(bounds && { bounds }),
      species: [part('first', 0, half), part('second', half, positions.length)],
    },
    { kernel },
  );
}

const runs = createRuns();

/** The mean number of agents that are examined for one agent. */
function examined(world: World, radius: number): number {
  const { x, y, z } = world.front.position;
  let sum = 0;
  for (let i = 0; i < world.count; i++) {
    neighborRunsInto(runs, world, x[i], y[i], z[i], radius);
    for (let run = 0; run < runs.count; run++) sum += runs.end[run] - runs.begin[run];
  }
  return sum / world.count;
}

describe.each(Object.entries(SHAPES))(`%s, seed ${SEED}`, (name, shape) => {
  const turn = Object.keys(SHAPES).indexOf(name);

  it('has the neighbors that a test of all pairs finds, and examines few others', () => {
    const world = flock(shape, 'ts');
    const pairs = checkRuns(world, 2.3);
    checkForces(world);
    // A window is up to 6 cells of half a radius in x and 3 of a radius in y and z, 6.4 times the ball;
    // each of its 54 places in the table may also hold one agent from far away.
    expect(examined(world, 2.3)).toBeLessThan(10 * (pairs / world.count) + 54);
    const before = [...world.views.id];
    tick(world);
    checkSorted(world, before);
    tick(world, 2);
    checkRuns(world, 2.3);
    checkForces(world);
  });

  it('has the same hash for both kernels and any slices', () => {
    const world = flock(shape, 'ts');
    tick(world, 4);
    const expected = stateHash(world);
    for (const order of someOf([[0], [1, 0], [2, 0, 1], [4, 2, 0, 3, 1]], 4, turn)) {
      const twin = flock(shape, 'simd');
      for (let step = 0; step < 4; step++) tickSliced(twin, order);
      expect(stateHash(twin), `${order.length} workers`).toBe(expected);
    }
  });
});

describe.each(['ts', 'simd'] as const)('kernel %s', (kernel) => {
  it('a flock that has flown far away examines as many agents as at the start', () => {
    const flying = {
      dt: 1,
      species: [
        {
          name: 'bird',
          ...pointsOf(spread(AGENTS, [0, 0, 0], cube), Array(AGENTS).fill([30, 30, 30])),
          behaviors: [{ type: 'cohesion', radius: 2.3, weight: 0 }],
        },
      ],
    };
    const world = worldOf(flying, { kernel });
    const start = examined(world, 2.3);
    tick(world, 60);
    expect(world.views.position.x[0]).toBeGreaterThan(1700);
    // After it has moved, the cells lie differently around the flock; their number is the same.
    expect(examined(world, 2.3)).toBeLessThan(1.2 * start);
  });

  it('one agent that escapes to 1e30 m leaves the others their neighbors', () => {
    const world = flock({ positions: spread(AGENTS, [0, 0, 0], cube) }, kernel);
    const before = examined(world, 2.3);
    world.views.position.x[world.views.slot[7]] = 1e30;
    tick(world, 3);
    expect(world.views.position.x[world.views.slot[7]]).toBeGreaterThan(9e29);
    checkRuns(world, 2.3);
    checkForces(world);
    expect(examined(world, 2.3)).toBeLessThan(1.2 * before + 1);
  });

  it('agents on one spot are all neighbors of each other, even far from the origin', () => {
    const spot = Array(ON_SPOT).fill([77_777, -3, 12_345.5]);
    const world = flock({ positions: spot }, kernel);
    expect(checkRuns(world, 1)).toBe(ON_SPOT * (ON_SPOT - 1));
    tick(world, 3);
    checkRuns(world, 2.3);
    checkForces(world);
    expect(new Set(world.views.position.y).size).toBeGreaterThan(ON_SPOT / 2);
  });
});

it('a table grows with the number of agents, for any bounds and radius', () => {
  const cells = (count: number, bounds: Record<string, unknown>, radius: number): number =>
    worldOf({
      bounds,
      species: [
        {
          name: 'bird',
          count,
          spawn: { type: 'sphere', center: [0, 0, 0], radius: 50, velocity: { speed: 1 } },
          behaviors: [{ type: 'cohesion', radius }],
        },
      ],
    }).handle.plan.grid.cells;
  const many = LONG ? 20_011 : 2003;
  for (const type of ['open', 'contain', 'wrap']) {
    for (const half of [60, 5000, 99_999]) {
      for (const radius of [0.01, 1, 19]) {
        const bounds = type === 'open' ? { type } : { type, ...wide(half) };
        expect(cells(3, bounds, radius), `${type} ${half} m`).toBeLessThanOrEqual(256);
        expect(cells(many, bounds, radius), `${type} ${half} m`).toBeLessThanOrEqual(2 * many);
      }
    }
  }
});

it('an open world finds neighbors at small radii as far out as f32 distinguishes positions', () => {
  // 2 mm apart, 3 km away: six million cells from the origin.
  const positions = Array.from({ length: 203 }, (_, k) => [3000 + 0.002 * k, 0, 0]);
  const behaviors = [{ type: 'separation', radius: 0.001 }];
  const world = worldOf({ species: [{ name: 'dust', ...pointsOf(positions), behaviors }] });
  checkRuns(world, 0.001);
  expect(examined(world, 0.001)).toBeLessThan(30);
});

it.each([
  [99_999, 0.001],
  [5000, 0.001],
  [99_999, 0.1],
])('on a torus of ±%d m a search within %d m examines few agents', (half, radius) => {
  const world = worldOf({
    bounds: { type: 'wrap', ...wide(half) },
    species: [
      {
        name: 'dust',
        count: 2003,
        spawn: { type: 'box', ...wide(half), velocity: { speed: 1 } },
        behaviors: [{ type: 'separation', radius }],
      },
    ],
  });
  checkRuns(world, radius);
  // Each of the 54 places of a window in the table holds about one other agent.
  expect(examined(world, radius)).toBeLessThan(60);
});
