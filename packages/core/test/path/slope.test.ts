import { describe, expect, it } from 'vitest';
import { flowField, NO_MOVE } from '../../src/path/flow-field.ts';
import { straightCost } from '../../src/path/line-of-sight.ts';
import { createMap, type GridMap } from '../../src/path/map.ts';
import { STRAIGHT } from '../../src/path/octile.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { bendsOf, smoothPath } from '../../src/path/smooth.ts';
import { LONG } from '../helpers/long.ts';
import { costOfPath, dijkstra } from './naive.ts';
import { randomMap } from './random-maps.ts';
import { wrongIn } from './wrong-path.ts';

const KINDS = [
  { costs: 'uniform', neighbors: 8, landmarks: 0 },
  { costs: 'uniform', neighbors: 4, landmarks: 3 },
  { costs: 'varied', neighbors: 8, landmarks: 4 },
] as const;

/** A map with one row of this number of cells, at these heights. */
function ridge(heights: readonly number[], slope: object, rows = 1): GridMap {
  const width = heights.length;
  const height = Float64Array.from({ length: width * rows }, (_, cell) => heights[cell % width]);
  const cost = new Uint8Array(width * rows).fill(1);
  const given = { up: 0, down: 0, steepest: Infinity, height, ...slope };
  return createMap(width, rows, cost, () => {}, given);
}

describe('a path over slopes costs what Dijkstra says', () => {
  it.each(KINDS)(
    'random grids of $costs cost, $neighbors neighbors, $landmarks landmarks, by seed',
    ({ costs, ...kind }) => {
      const grids = LONG ? 300 : 60;
      const statuses: Record<string, number> = {};
      for (let seed = 1; seed <= grids; seed++) {
        const { map, pick } = randomMap(seed, costs, 'slopes');
        const finder = new PathFinder(map, kind);
        for (let query = 0; query < 3; query++) {
          const [start, goal] = [pick(map.cost.length), pick(map.cost.length)];
          const wrong = wrongIn(map, finder, start, goal);
          if (wrong !== undefined) throw new Error(`seed ${seed}: ${start} to ${goal} ${wrong}`);
          const { status } = finder.find(start, goal);
          expect(finder.reaches(start, goal)).toBe(status === 'found');
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }
      expect(statuses.found).toBeGreaterThan(grids / 3);
      expect(statuses.unreachable).toBeGreaterThan(grids / 3);
    },
  );

  it.each([4, 8] as const)('in flow fields too, %i neighbors', (neighbors) => {
    let steps = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { map, pick } = randomMap(seed, 'varied', 'slopes');
      const goal = pick(map.cost.length);
      const field = flowField(map, goal, neighbors);
      for (let query = 0; query < 5; query++) {
        const start = pick(map.cost.length);
        const best = dijkstra(map, start, neighbors)[goal];
        const cells = [start];
        while (field.move[cells[0]] !== NO_MOVE) {
          cells.unshift(cells[0] + map.offset[field.move[cells[0]]]);
          steps++;
        }
        if (best === Infinity) {
          expect(field.cost[start], `seed ${seed}`).toBe(Infinity);
          continue;
        }
        expect(cells[0], `seed ${seed}`).toBe(goal);
        expect(costOfPath(map, cells.reverse(), neighbors)).toBeCloseTo(best, 6);
        expect(field.cost[start] / (2 * STRAIGHT)).toBeCloseTo(best, 6);
      }
    }
    expect(steps).toBeGreaterThan(500);
  });
});

describe('slopes', () => {
  it('cost more the way up than the way down', () => {
    const finder = new PathFinder(ridge([0, 0.5, 0.5, 2], { up: 2, down: 0.5 }));
    expect(finder.find(0, 3)).toMatchObject({ cost: 2 + 1 + 4, length: 3 });
    expect(finder.find(3, 0)).toMatchObject({ cost: 1.75 + 1 + 1.25, length: 3 });
  });

  it('block steps that are too steep, up or down', () => {
    const over = (steepest: number) => new PathFinder(ridge([0, 0, 1, 0], { steepest }));
    expect(over(1).find(0, 3).status).toBe('found');
    expect(over(0.99).find(0, 3)).toMatchObject({ status: 'unreachable', length: 1 });
    expect(over(0.99).find(2, 3)).toMatchObject({ status: 'unreachable', length: 0 });
  });

  it('lead a path around a hill that costs more than the way round', () => {
    // Five columns, the middle one high in all rows but the last.
    const map = ridge([0, 0, 3, 0, 0], { up: 10, down: 10 }, 4);
    for (let cell = 15; cell < 20; cell++) map.slope!.height[cell] = 0;
    expect([...new PathFinder(map, { neighbors: 4 }).find(0, 4).cells]).toContain(17);
    const level = createMap(5, 4, map.cost);
    expect(new PathFinder(level, { neighbors: 4 }).find(0, 4).length).toBe(4);
  });

  it.each([
    [{ up: -1 }, '-1 as "up" of the slope, expected at least 0'],
    [{ down: Number.NaN }, 'NaN as "down" of the slope, expected at least 0'],
    [{ up: Infinity }, 'Infinity as "up" of the slope, expected at least 0'],
    [{ steepest: -0.1 }, '-0.1 as "steepest" of the slope, expected at least 0'],
    [{ height: new Float64Array(3) }, '3 heights, expected 4 heights, one per cell'],
    [{ height: Float64Array.of(0, 1, NaN, 2) }, 'NaN as height 2, expected a finite number'],
  ])('are refused if a search over them could not end: %j', (wrong, message) => {
    expect(() => ridge([0, 1, 2, 3], wrong)).toThrow(message);
  });

  it('cost at most 1024 times as much as level ground', () => {
    const finder = new PathFinder(ridge([0, 1e8], { up: 1e3 }));
    expect(finder.find(0, 1).cost).toBe(1024);
  });
});

describe('the straight way over slopes', () => {
  it('costs the sum of its steps along rows and diagonals, seeds 1 to 40', () => {
    let compared = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { map, pick } = randomMap(seed, 'varied', 'slopes');
      for (let query = 0; query < 30; query++) {
        const from = pick(map.cost.length);
        const move = pick(8);
        const cells = [from];
        while ((map.moves[cells.at(-1)!] >> move) % 2 === 1 && cells.length < 5) {
          cells.push(cells.at(-1)! + map.offset[move]);
        }
        const straight = straightCost(map, from, cells.at(-1)!);
        if (map.cost[from] === 0) expect(straight).toBe(Infinity);
        else expect(straight / costOfPath(map, cells, 8) || 1).toBeCloseTo(1, 3);
        if (cells.length > 2) compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('is the integral over its pieces', () => {
    // From (0, 0) to (2, 1): up by 1 to half way between the cells of column 1, then down by 1.
    const height = Float64Array.from([0, 1, 0, 0, 1, 0]);
    const slope = { up: 1, down: 4, steepest: Infinity, height };
    const map = createMap(3, 2, new Uint8Array(6).fill(3), () => {}, slope);
    const piece = Math.sqrt(5) / 2;
    const factors = 1 + 1 / piece + (1 + 4 / piece);
    expect(straightCost(map, 0, 5)).toBeCloseTo(3 * piece * factors, 2);
  });

  it('costs nothing extra on level ground', () => {
    for (const seed of [1, 4, 9]) {
      const { map, pick } = randomMap(seed, 'varied');
      const height = new Float64Array(map.cost.length).fill(7.3);
      const slope = { up: 3, down: 2, steepest: 0.1, height };
      const sloped = createMap(map.width, map.height, map.cost, () => {}, slope);
      for (let query = 0; query < 200; query++) {
        const [from, to] = [pick(map.cost.length), pick(map.cost.length)];
        const level = straightCost(map, from, to);
        if (level === Infinity) expect(straightCost(sloped, from, to)).toBe(Infinity);
        else expect(straightCost(sloped, from, to)).toBeCloseTo(level, 9);
      }
    }
  });

  it('crosses no step that is too steep, even if it climbs slowly itself', () => {
    const height = Float64Array.from([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    const within = (steepest: number) =>
      createMap(5, 2, new Uint8Array(10).fill(1), () => {}, { up: 0, down: 0, steepest, height });
    expect(straightCost(within(1), 0, 9)).toBeLessThan(Infinity);
    expect(straightCost(within(0.9), 0, 9)).toBe(Infinity);
  });

  it('replaces steps only where it costs no more', () => {
    let shorter = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const { map, pick } = randomMap(seed, 'varied', 'slopes');
      const finder = new PathFinder(map);
      const path = finder.find(pick(map.cost.length), pick(map.cost.length));
      const kept = smoothPath(map, path.cells);
      expect(bendsOf(finder, path.cells)).toEqual(kept);
      let cost = 0;
      for (let at = 1; at < kept.length; at++) cost += straightCost(map, kept[at - 1], kept[at]);
      expect(cost, `seed ${seed}`).toBeLessThanOrEqual(path.cost * (1 + 1e-9));
      if (kept.length < path.cells.length) shorter++;
    }
    expect(shorter).toBeGreaterThan(20);
  });
});
