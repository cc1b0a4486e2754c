import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/insight/inspect.ts';
import { stateHash } from '../../../src/phases/hash.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { restore, snapshot } from '../../../src/snapshot/snapshot.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick, tickSliced } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { findPaths } from '../../../src/world/find-paths.ts';
import { heightAt } from '../../../src/world/heights.ts';
import { centerX, centerY } from '../../../src/world/map.ts';
import type { KernelName } from '../../../src/world/plan.ts';
import type { World } from '../../../src/world/world.ts';
import { pointsOf } from '../../helpers/scenes.ts';
import { type Costs, dijkstra } from '../../path/naive.ts';

const TICKS = 12;
const [WIDTH, HEIGHT] = [13, 7];
const CELL = 2;
const ROWS = Array.from({ length: HEIGHT }, () => '.'.repeat(WIDTH));

/** A ridge across the middle, 4 m high, with a pass of 1 m near the end with the least y. */
function ridge(x: number, y: number): number {
  const across = Math.max(0, 1 - Math.abs(x - 13) / 5);
  return across * (y < 4 ? 1 : 4);
}

/** Points 1 m apart over the map and 1 m beyond. */
const HEIGHTS = {
  columns: 29,
  rows: 17,
  cellSize: 1,
  origin: [-1, -1],
  values: Array.from({ length: 29 * 17 }, (_, k) => ridge((k % 29) - 1, Math.floor(k / 29) - 1)),
};

interface Ground {
  readonly heights?: typeof HEIGHTS | undefined;
  readonly slope?: object | undefined;
  /** Whether no walker pushes another off its way. */
  readonly alone?: boolean;
}

const SLOPES: Ground = { heights: HEIGHTS, slope: { up: 8, down: 3, steepest: 1.5 } };

/** Walkers in the three columns at the left; half of them follow routes to the right, half a field. */
function walkers({ heights, slope, alone }: Ground, kernel: KernelName = 'ts'): World {
  const places = (from: number) =>
    Array.from({ length: 3 * HEIGHT }, (_, k) => [
      CELL * ((k % 3) + 0.5),
      CELL * (Math.floor(k / 3) + 0.5) + from,
    ]);
  const species = (name: string, from: number, behavior: object) => ({
    name,
    ...pointsOf(places(from)),
    maxSpeed: 3,
    behaviors: alone ? [behavior] : [behavior, { type: 'separation' }],
  });
  const scenario = parseScenario({
    name: 'ridge',
    dimensions: 2,
    map: { rows: ROWS, cellSize: CELL, ...(slope && { slope }) },
    ...(heights && { heights }),
    species: [
      species('routes', 0.2, { type: 'navigate', interval: 0.1 }),
      species('field', -0.2, { type: 'flowField' }),
    ],
    targets: [{ name: 'goal', position: [25, 11, 0] }],
  });
  return createWorld(scenario, { kernel, maxWorkers: 13 });
}

/** The map with its slopes as the world has them, for the plain search. */
function costsOf(world: World): Costs {
  const map = world.plan.map!;
  const height = Float64Array.from({ length: map.width * map.height }, (_, cell) => {
    return heightAt(world, centerX(map, cell), centerY(map, cell)) / map.cellSize;
  });
  return {
    width: map.width,
    height: map.height,
    cost: world.front.mapCost,
    slope: { ...map.slope!, height },
  };
}

describe('a map with slopes', () => {
  it('paths cost as much as those of Dijkstra', () => {
    const world = walkers(SLOPES);
    const costs = costsOf(world);
    const starts = [0, 14, 40, 78, 90];
    const map = world.plan.map!;
    const point = (cell: number) => [centerX(map, cell), centerY(map, cell)] as const;
    const goal = 5 * WIDTH + 12;
    const found = findPaths(
      world,
      starts.map((start) => ({ from: point(start), to: point(goal) })),
    );
    starts.forEach((start, k) => {
      expect(found[k].cost / CELL).toBeCloseTo(dijkstra(costs, start, 8)[goal], 9);
    });
  });

  it('routes lead over the pass, or across the ridge if slopes cost nothing', () => {
    const lowest = (ground: Ground) => {
      const world = walkers(ground);
      tick(world);
      const [{ status, points }] = inspect(world, 3 * 5 + 1).ways;
      expect(status).toBe('found');
      return Math.min(...points.map(([, y]) => y));
    };
    expect(lowest(SLOPES)).toBeLessThan(4);
    expect(lowest({ heights: HEIGHTS })).toBeGreaterThan(8);
  });

  it('walkers cross the ridge by the pass', () => {
    const world = walkers({ ...SLOPES, alone: true });
    const crossings: number[] = [];
    for (let n = 0; n < 700; n++) {
      const before = xOf(world);
      tick(world);
      const { slot, position } = world.views;
      xOf(world).forEach((x, id) => {
        if (before[id] < 13 && x >= 13) crossings.push(position.y[slot[id]]);
      });
    }
    expect(crossings.length).toBeGreaterThan(15);
    expect(Math.max(...crossings)).toBeLessThan(4.5);
  });

  it.each(['ts', 'simd'] as const)(
    '1, 2, 3, 5, 8 and 13 workers get the same hashes, %s',
    (kernel) => {
      const one = walkers(SLOPES);
      const others = [1, 2, 3, 5, 8, 13].map((workers) => ({
        world: walkers(SLOPES, kernel),
        order: Array.from({ length: workers }, (_, k) => workers - 1 - k),
      }));
      for (const { world } of [{ world: one }, ...others]) {
        command(world, { type: 'cells', min: [13, 0.5], max: [13, 2.5], cost: 'wall' });
      }
      for (let n = 0; n < TICKS; n++) {
        tick(one);
        const expected = stateHash(one);
        for (const { world, order } of others) {
          tickSliced(world, order);
          expect(stateHash(world), `tick ${n + 1}, ${order.length} workers`).toBe(expected);
        }
      }
      expect(stateHash(one)).not.toBe(afterwards({ heights: HEIGHTS }));
    },
  );

  it('a world continues from any tick with the same hashes', () => {
    const world = walkers(SLOPES);
    const kept: Uint8Array[] = [];
    for (let n = 0; n < TICKS; n++) {
      kept.push(snapshot(world));
      tick(world);
    }
    const expected = stateHash(world);
    kept.forEach((bytes, from) => {
      const workers = [1, 2, 3, 5, 8, 13][from % 6];
      const kernel = from % 4 < 2 ? 'ts' : 'simd';
      const again = restore(bytes, { kernel, maxWorkers: 13 });
      for (let n = from; n < TICKS; n++) {
        tickSliced(
          again,
          Array.from({ length: workers }, (_, k) => k),
        );
      }
      expect(stateHash(again), `from tick ${from}, ${workers} workers, ${kernel}`).toBe(expected);
    });
  });
});

/** x of all agents, by id. */
function xOf({ count, views: { slot, position } }: World): number[] {
  return Array.from({ length: count }, (_, id) => position.x[slot[id]]);
}

/** The hash of walkers after TICKS. */
function afterwards(ground: Ground): string {
  const world = walkers(ground);
  for (let n = 0; n < TICKS; n++) tick(world);
  return stateHash(world);
}

it('heights alone change no hash', () => {
  expect(afterwards({ heights: HEIGHTS })).toBe(afterwards({}));
});
