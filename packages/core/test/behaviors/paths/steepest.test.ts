import { describe, expect, it } from 'vitest';
import { lineOfSight } from '../../../src/path/line-of-sight.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { tick } from '../../../src/tick/tick.ts';
import { command } from '../../../src/world/commands.ts';
import { ROUTE } from '../../../src/world/engine-columns.ts';
import { findPaths } from '../../../src/world/find-paths.ts';
import { centerX, centerY } from '../../../src/world/map.ts';
import { pathFinderOf } from '../../../src/world/path-finders.ts';
import { innerOf, type World } from '../../../src/world/public-world.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';

type Point = readonly [x: number, y: number];

/** A scenario's own heights, map and slope, as far as these tests read them. */
interface Hills {
  readonly heights: {
    readonly columns: number;
    readonly rows: number;
    readonly cellSize: number;
    readonly origin: readonly number[];
    readonly values: readonly number[];
  };
  readonly rows: readonly string[];
  readonly cellSize: number;
  readonly neighbors: 4 | 8;
  readonly steepest: number;
}

const seeds = (count: number): number[] => {
  const seed = seedOf(1);
  return Array.from({ length: runsOf(Math.ceil(count / 4), count) }, (_, k) => seed + k);
};

/** The height that docs/heights.md gives a point: bilinear between four points, that of the edge beyond. */
function heightAt({ heights }: Hills, x: number, y: number): number {
  const { columns, rows, cellSize, origin, values } = heights;
  const along = (value: number, from: number, count: number) =>
    Math.min(count - 1, Math.max(0, (value - from) / cellSize));
  const u = along(x, origin[0], columns);
  const v = along(y, origin[1], rows);
  let sum = 0;
  for (const column of [Math.floor(u), Math.floor(u) + 1]) {
    for (const row of [Math.floor(v), Math.floor(v) + 1]) {
      const share = Math.max(0, 1 - Math.abs(u - column)) * Math.max(0, 1 - Math.abs(v - row));
      if (share > 0) sum += share * Math.fround(values[row * columns + column]);
    }
  }
  return sum;
}

/** The greatest slope along a straight leg, from sample to sample. */
function steepestAlong(hills: Hills, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  const samples = Math.max(1, Math.ceil(40 * length));
  let most = 0;
  let before = heightAt(hills, ax, ay);
  for (let k = 1; k <= samples; k++) {
    const share = k / samples;
    const height = heightAt(hills, ax + share * (bx - ax), ay + share * (by - ay));
    most = Math.max(most, (Math.abs(height - before) * samples) / length);
    before = height;
  }
  return most;
}

function randomHills(seed: number): Hills {
  const random = randomOf(seed);
  const [width, height] = [6 + Math.floor(12 * random()), 4 + Math.floor(8 * random())];
  const cellSize = [0.5, 1, 2][seed % 3];
  const spacing = cellSize * [0.37, 1, 1, 2.5][Math.floor(4 * random())];
  const origin = [-spacing * random(), -spacing * random()];
  const columns = Math.ceil((width * cellSize - origin[0]) / spacing) + 1;
  const rows = Math.ceil((height * cellSize - origin[1]) / spacing) + 1;
  const [tiltX, tiltY] = [0.8 * random() - 0.4, 0.8 * random() - 0.4];
  const rough = [0, 0.05, 0.3][Math.floor(3 * random())] * spacing;
  const values = Array.from({ length: columns * rows }, (_, k) => {
    const [x, y] = [spacing * (k % columns), spacing * Math.floor(k / columns)];
    return tiltX * x + tiltY * y + rough * random();
  });
  const map = Array.from({ length: height }, () => {
    return Array.from({ length: width }, () => (random() < 0.08 ? '#' : '.')).join('');
  });
  return {
    heights: { columns, rows, cellSize: spacing, origin, values },
    rows: map,
    cellSize,
    neighbors: random() < 0.2 ? 4 : 8,
    steepest: 0.1 + 0.5 * random(),
  };
}

function worldOf({ heights, rows, cellSize, neighbors, steepest }: Hills, target: Point): World {
  const free = rows.at(-1)!.indexOf('.');
  const spawn = { type: 'points', positions: [[(free + 0.5) * cellSize, 0.5 * cellSize]] };
  const behaviors = [{ type: 'navigate', target: 'goal', interval: 0 }];
  return createWorld(
    parseScenario({
      name: 'hills',
      dimensions: 2,
      heights,
      map: { rows, cellSize, neighbors, slope: { steepest, up: 0.5, down: 0.2 } },
      targets: [{ name: 'goal', position: target }],
      species: [{ name: 'walker', count: 1, maxSpeed: 1, spawn, behaviors }],
    }),
  );
}

/** The legs of all ways between some cells, and of the way that the walker goes. */
function legsOf(world: World, hills: Hills, random: () => number): [Point, Point][] {
  const inner = innerOf(world);
  const map = inner.plan.map!;
  const center = (cell: number): Point => [centerX(map, cell), centerY(map, cell)];
  const any = (): Point => center(Math.floor(random() * map.width * map.height));
  const queries = Array.from({ length: 20 }, () => ({ from: any(), to: any() }));
  const legs = findPaths(world, queries).flatMap(({ points }) => {
    const bends = Array.from({ length: points.length / 2 }, (_, k): Point => {
      return [points[2 * k], points[2 * k + 1]];
    });
    return bends.slice(1).map((bend, k): [Point, Point] => [bends[k], bend]);
  });
  const route = [
    ...inner.front.route.subarray(ROUTE.first, ROUTE.first + inner.front.route[ROUTE.count]),
  ];
  const own = route.slice(1).map((cell, k): [Point, Point] => [center(route[k]), center(cell)]);
  expect(hills.rows.length).toBe(map.height);
  return [...legs, ...own];
}

describe('no leg of a way is steeper than the steepest slope allowed', () => {
  it.each(seeds(60))('seed %i', (seed) => {
    const hills = randomHills(seed);
    const random = randomOf(seed + 1000);
    const [width, height] = [hills.rows[0].length, hills.rows.length];
    const goal: Point = [(width - 0.5) * hills.cellSize, (height - 0.5) * hills.cellSize];
    const world = worldOf(hills, goal);
    for (let change = 0; change < 3; change++) {
      const [x, y] = [Math.floor(random() * width), Math.floor(random() * height)];
      const [from, to] = [0.25 * hills.cellSize, 0.75 * hills.cellSize];
      const at = (by: number) => [x * hills.cellSize + by, y * hills.cellSize + by, 0];
      const what = random() < 0.5 ? 'wall' : 1;
      command(world, { type: 'cells', min: at(from), max: at(to), cost: what } as never);
      for (let n = 0; n < 3; n++) tick(world);
      for (const [a, b] of legsOf(world, hills, random)) {
        const slope = steepestAlong(hills, a, b);
        expect(slope, `from ${a} to ${b}`).toBeLessThan(hills.steepest * (1 + 1e-6) + 1e-6);
      }
    }
  });
});

it('a way goes straight wherever the slope along it allows it, seeds 1 to 20', () => {
  let straight = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const hills = { ...randomHills(seed), neighbors: 8 as const };
    const world = worldOf(hills, [0.5 * hills.cellSize, 0.5 * hills.cellSize]);
    const inner = innerOf(world);
    const { map } = pathFinderOf(inner);
    const level = pathFinderOf(
      innerOf(
        worldOf(
          { ...hills, steepest: 1e6 },
          [0, 0].map(() => 0.5 * hills.cellSize) as unknown as Point,
        ),
      ),
    ).map;
    const random = randomOf(seed);
    for (let n = 0; n < 300; n++) {
      const [from, to] = [0, 1].map(() => Math.floor(random() * map.cost.length));
      const center = (cell: number): Point => [
        centerX(inner.plan.map!, cell),
        centerY(inner.plan.map!, cell),
      ];
      if (from === to || !lineOfSight(level, from, to)) continue;
      const slope = steepestAlong(hills, center(from), center(to));
      if (lineOfSight(map, from, to)) straight++;
      if (slope > hills.steepest * (1 + 1e-6)) expect(lineOfSight(map, from, to)).toBe(false);
    }
  }
  expect(straight).toBeGreaterThan(300);
});

describe('an even incline', () => {
  const incline = (steepest: number): Hills => ({
    heights: {
      columns: 13,
      rows: 13,
      cellSize: 1,
      origin: [0, 0],
      values: Array.from({ length: 169 }, (_, k) => 0.39 * ((k % 13) + Math.floor(k / 13))),
    },
    rows: Array.from({ length: 12 }, () => '.'.repeat(12)),
    cellSize: 1,
    neighbors: 8,
    steepest,
  });
  const query = { from: [0.5, 0.5], to: [10.5, 9.5] } as const;

  it('is climbed straight if that is allowed', () => {
    const [{ points }] = findPaths(worldOf(incline(0.56), query.to), [query]);
    expect([...points]).toEqual([0.5, 0.5, 10.5, 9.5]);
  });

  it('is climbed along rows and columns if they alone are not too steep', () => {
    const hills = incline(0.4);
    const [{ status, points, length }] = findPaths(worldOf(hills, query.to), [query]);
    expect(status).toBe('found');
    expect(length).toBe(19);
    for (let k = 2; k < points.length; k += 2) {
      const leg = [points[k] - points[k - 2], points[k + 1] - points[k - 1]];
      expect(Math.min(...leg.map(Math.abs))).toBe(0);
    }
  });
});
