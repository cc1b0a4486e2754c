import { describe, expect, it } from 'vitest';
import { NO_MOVE } from '../../../src/path/flow-field.ts';
import { MOVE_X, MOVE_Y } from '../../../src/path/octile.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { ROUTE } from '../../../src/world/engine-columns.ts';
import { findPaths } from '../../../src/world/find-paths.ts';
import type { KernelName } from '../../../src/world/plan.ts';
import type { World } from '../../../src/world/world.ts';
import { LONG, someOf } from '../../helpers/long.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { distance, pointsOf, positionOf, scene, sceneText, worldOf } from '../../helpers/scenes.ts';
import { type Costs, costOfPath, dijkstra, stepsFrom } from '../../path/naive.ts';

const CHARACTERS = '.~^#';
const LEGEND = { '.': 1, '~': 4, '^': 60, '#': 'wall' };

/** Rows of a random map with cells of all costs; in half of the maps all open cells cost the same. */
function randomRows(width: number, height: number, seed: number): string[] {
  const random = randomOf(seed);
  const open = seed % 2 === 0 ? 1 : 3;
  return Array.from({ length: height }, () =>
    Array.from({ length: width }, () =>
      random() < 0.28 ? '#' : CHARACTERS[Math.floor(open * random())],
    ).join(''),
  );
}

/** An agent in the middle of each open cell of a random map; they go to a target on one of them. */
function everywhere(behavior: Record<string, unknown>, seed: number, neighbors = 4): World {
  const height = 11;
  const rows = randomRows(23, height, seed);
  const points = rows.flatMap((row, r) =>
    [...row].flatMap((c, x) => (c === '#' ? [] : [[x + 0.5, height - r - 0.5]])),
  );
  const [x, y] = points[Math.floor(points.length / 3)];
  return worldOf({
    dimensions: 2,
    map: { rows, legend: LEGEND, neighbors },
    species: [{ name: 'a', ...pointsOf(points), maxSpeed: 1, behaviors: [behavior] }],
    targets: [{ name: 'goal', position: [x, y, 0] }],
  });
}

/** The map as the world has it now, for the plain searches. */
function costsOf({ plan, front }: World): Costs {
  return { width: plan.map!.width, height: plan.map!.height, cost: front.mapCost };
}

function goalOf({ plan, front }: World): number {
  const { width } = plan.map!;
  return Math.floor(front.targetPosition.y[0]) * width + Math.floor(front.targetPosition.x[0]);
}

/** All cells of a way that is given by its bends; each piece lies in a row or a column. */
function cellsBetween(bends: readonly number[], width: number): number[] {
  return bends.flatMap((cell, k) => {
    if (k === 0) return [cell];
    const [from, dx] = [bends[k - 1], (cell % width) - (bends[k - 1] % width)];
    const dy = Math.floor(cell / width) - Math.floor(from / width);
    expect(dx === 0 || dy === 0, `from cell ${from} to ${cell}`).toBe(true);
    const offset = Math.sign(dx) + Math.sign(dy) * width;
    return Array.from({ length: Math.abs(dx) + Math.abs(dy) }, (_, n) => from + (n + 1) * offset);
  });
}

/** Compares the route of each agent in the last step with Dijkstra, and returns how many lead to the goal. */
function checkRoutes(world: World, starts: readonly number[]): number {
  const costs = costsOf(world);
  const best = dijkstra(costs, goalOf(world), 4);
  let reached = 0;
  starts.forEach((start, id) => {
    if (best[start] === Number.POSITIVE_INFINITY) return;
    const { route } = world.front;
    const at = id * ROUTE.words;
    const bends = [...route.subarray(at + ROUTE.first, at + ROUTE.first + route[at + ROUTE.count])];
    expect(bends[0]).toBe(start);
    const cells = cellsBetween(bends, costs.width);
    const last = cells.at(-1) as number;
    // Only the first piece of a way with many bends is kept.
    if (route[at + ROUTE.whole] === 1) expect(last).toBe(goalOf(world));
    expect(costOfPath(costs, cells, 4) + best[last]).toBeCloseTo(best[start], 8);
    reached++;
  });
  return reached;
}

/** Compares the flow field of the last step with Dijkstra, and returns how many cells lead to the goal. */
function checkField(world: World): number {
  const costs = costsOf(world);
  const goal = goalOf(world);
  const best = dijkstra(costs, goal, 4);
  let reached = 0;
  for (const [cell, cost] of best.entries()) {
    const move = world.front.fieldMove[cell];
    if (cell === goal || cost === Number.POSITIVE_INFINITY) {
      expect(move).toBe(NO_MOVE);
      continue;
    }
    expect(move).toBeLessThan(4);
    const next = cell + MOVE_X[move] + MOVE_Y[move] * costs.width;
    const step = stepsFrom(costs, cell, 4).find(([to]) => to === next);
    expect(best[next] + (step?.[1] ?? Number.NaN)).toBeCloseTo(cost, 8);
    reached++;
  }
  return reached;
}

/** The cell of each agent, by id. */
function placesOf(world: World): number[] {
  const { width } = world.plan.map!;
  return Array.from({ length: world.count }, (_, id) => {
    const [x, y] = positionOf(world, id);
    return Math.floor(y) * width + Math.floor(x);
  });
}

const SEEDS = someOf([1, 2, 3, 4, 5, 6, 7, 8], 3);
const TEAMS = [5, 1, 3, 2].flatMap((workers) =>
  (['ts', 'simd'] as const).map((kernel) => [kernel, workers] as const),
);

describe('on a map of 4 neighbors', () => {
  it.each(SEEDS)(
    'routes are as cheap as those of Dijkstra, also after the map changes, seed %i',
    (seed) => {
      const world = everywhere({ type: 'navigate', interval: 0 }, seed);
      let starts = placesOf(world);
      tick(world);
      const before = checkRoutes(world, starts);
      expect(before).toBeGreaterThan(5);
      command(world, { type: 'cells', min: [3.5, 2.5], max: [15.5, 3.5], cost: 1 });
      command(world, { type: 'cells', min: [8.5, 4.5], max: [8.5, 9.5], cost: 'wall' });
      command(world, { type: 'cells', min: [10.5, 0.5], max: [12.5, 7.5], cost: 5 });
      command(world, { type: 'move', position: [4.5, 2.5] });
      tick(world);
      starts = placesOf(world);
      tick(world);
      expect(checkRoutes(world, starts)).toBeGreaterThan(5);
    },
  );

  it.each(SEEDS)('flow fields match Dijkstra, also after the map changes, seed %i', (seed) => {
    const world = everywhere({ type: 'flowField' }, seed);
    expect(checkField(world)).toBeGreaterThan(5);
    command(world, { type: 'cells', min: [3.5, 2.5], max: [15.5, 3.5], cost: 1 });
    command(world, { type: 'cells', min: [8.5, 4.5], max: [8.5, 9.5], cost: 'wall' });
    command(world, { type: 'cells', min: [10.5, 0.5], max: [12.5, 7.5], cost: 5 });
    command(world, { type: 'move', position: [4.5, 2.5] });
    tick(world);
    expect(checkField(world)).toBeGreaterThan(5);
  });

  it.each(SEEDS)('findPaths finds paths as cheap as those of Dijkstra, seed %i', (seed) => {
    const world = everywhere({ type: 'flowField' }, seed);
    const costs = costsOf(world);
    const { width } = costs;
    const best = dijkstra(costs, goalOf(world), 4);
    const places = placesOf(world).filter((cell) => best[cell] < Number.POSITIVE_INFINITY);
    const to = positionOf(world, placesOf(world).indexOf(goalOf(world))).slice(0, 2);
    const queries = places.map((cell) => ({
      from: [(cell % width) + 0.5, Math.floor(cell / width) + 0.5] as [number, number],
      to: to as [number, number],
    }));
    findPaths(world, queries).forEach(({ status, cost, points }, k) => {
      expect(status).toBe('found');
      expect(cost).toBeCloseTo(best[places[k]], 8);
      const bends = Array.from({ length: points.length / 2 }, (_, n) => {
        return Math.floor(points[2 * n + 1]) * width + Math.floor(points[2 * n]);
      });
      expect(costOfPath(costs, cellsBetween(bends, width), 4)).toBeCloseTo(cost, 8);
    });
  });

  it.each(['navigate', 'flowField'])(
    '%s goes along rows and columns, and diagonally with 8 neighbors',
    (type) => {
      const longest = [4, 8].map((neighbors) => {
        const world = worldOf({
          dimensions: 2,
          map: { rows: Array(12).fill('.'.repeat(12)), neighbors },
          species: [
            {
              name: 'a',
              ...pointsOf([[1.5, 1.5]]),
              maxSpeed: 2,
              behaviors: [{ type, weight: 40 }],
            },
          ],
          targets: [{ name: 'goal', position: [9.5, 9.5] }],
        });
        let way = 0;
        for (let n = 0; n < 600; n++) {
          const [x, y] = positionOf(world, 0);
          tick(world);
          const [toX, toY] = positionOf(world, 0);
          way += Math.hypot(toX - x, toY - y);
        }
        expect(distance(positionOf(world, 0), [9.5, 9.5, 0])).toBeLessThan(0.05);
        return way;
      });
      // 16 m, less a corner that is cut inside a cell, and 8 times the square root of 2.
      expect(longest[1]).toBeCloseTo(8 * Math.SQRT2, 1);
      expect(longest[0]).toBeGreaterThan(type === 'navigate' ? 15 : 11.8);
      expect(longest[0]).toBeLessThan(16.1);
    },
  );

  it.each(someOf(['navigate', 'flowField'], 2))(
    '%s gives the same hash for any number of workers and both kernels',
    (type) => {
      const hashes = new Set<string>();
      const other = new Set<string>();
      for (const [k, kernel] of (['ts', 'simd'] as const).entries()) {
        for (const workers of someOf([1, 3, 5, 2], 4, k)) {
          hashes.add(hashOf(type, 4, kernel, workers));
        }
      }
      for (const [kernel, workers] of someOf(TEAMS, 8)) other.add(hashOf(type, 8, kernel, workers));
      expect(hashes.size).toBe(1);
      expect(other.size).toBe(1);
      expect([...hashes]).not.toEqual([...other]);
    },
  );
});

/** The hash of the maze with its command in the middle of the run, where all agents use one behavior. */
function hashOf(type: string, neighbors: number, kernel: KernelName, workers: number): string {
  const input = JSON.parse(sceneText('maze'));
  for (const species of input.species) {
    species.count = Math.min(species.count, LONG ? 120 : 40);
    species.behaviors = [{ type, target: input.targets[0].name }, ...crowdOf(species.behaviors)];
  }
  const map = { ...input.map, neighbors };
  const world = createWorld(parseScenario({ ...input, map }), { kernel, maxWorkers: 5 });
  const order = Array.from({ length: workers }, (_, k) => workers - 1 - k);
  for (let n = 0; n < 90; n++) tickSliced(world, order);
  return stateHash(world);
}

function crowdOf(behaviors: readonly { type: string }[]): readonly { type: string }[] {
  return behaviors.filter(
    (behavior) => behavior.type !== 'navigate' && behavior.type !== 'flowField',
  );
}

it.each([0, 6, '4', null])('neighbors of %j are refused, with the expected values', (neighbors) => {
  expect(() => worldOf({ dimensions: 2, map: { rows: ['..'], neighbors } })).toThrow(
    expect.objectContaining({
      problems: expect.arrayContaining([
        { path: '$.map.neighbors', found: JSON.stringify(neighbors), expected: '4, or 8' },
      ]),
    }),
  );
});

it('a map has 8 neighbors by default', () => {
  expect(createWorld(scene('maze')).plan.map?.neighbors).toBe(8);
});
