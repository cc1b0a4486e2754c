import { describe, expect, it } from 'vitest';
import { aStar } from '../../src/path/a-star.ts';
import { NO_LANDMARKS } from '../../src/path/landmarks.ts';
import { createMap, type GridMap, mapFromRows } from '../../src/path/map.ts';
import { type Neighbors, STRAIGHT } from '../../src/path/octile.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { SearchMemory } from '../../src/path/search-memory.ts';
import { LONG, someOf } from '../helpers/long.ts';
import { randomOf } from '../helpers/random-of.ts';
import { costOfPath, freeDistance, stepsFrom } from './naive.ts';
import { randomMap } from './random-maps.ts';
import { wrongIn } from './wrong-path.ts';

const GRIDS = LONG ? 700 : 150;
const QUERIES = 4;
const ORDERED = LONG ? 150 : 45;

const KINDS = [
  ...(['uniform', 'varied'] as const).flatMap((costs) =>
    ([4, 8] as const).map((neighbors) => ({ costs, neighbors, landmarks: 0 })),
  ),
  { costs: 'varied', neighbors: 8, landmarks: 1 } as const,
  { costs: 'varied', neighbors: 4, landmarks: 5 } as const,
  { costs: 'uniform', neighbors: 8, landmarks: 3 } as const,
];

describe('a path costs what Dijkstra says', () => {
  it.each(KINDS)(
    `${GRIDS} grids of $costs cost, $neighbors neighbors, $landmarks landmarks, by seed`,
    ({ costs, ...kind }) => {
      const statuses: Record<string, number> = {};
      for (let seed = 1; seed <= GRIDS; seed++) {
        const { map, pick } = randomMap(seed, costs);
        const finder = new PathFinder(map, kind);
        for (let query = 0; query < QUERIES; query++) {
          const start = pick(map.cost.length);
          const goal = query === 0 ? start : pick(map.cost.length);
          const problem = wrongIn(map, finder, start, goal);
          if (problem !== undefined)
            throw new Error(`seed ${seed}: ${start} to ${goal} ${problem}`);
          const { status } = finder.find(start, goal);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }
      expect(statuses.found).toBeGreaterThan(GRIDS);
      expect(statuses.unreachable).toBeGreaterThan(GRIDS / 2);
    },
  );
});

describe('jump point search', () => {
  it.each([4, 8] as const)(
    'ends in the same cell as A*, at the same cost, on larger maps, %i neighbors',
    (neighbors) => {
      for (let seed = 1; seed <= (LONG ? 40 : 9); seed++) {
        const random = randomOf(seed);
        const cost = Array.from({ length: 61 * 47 }, () => (random() < (seed % 9) / 20 ? 0 : 1));
        const map = createMap(61, 47, cost);
        const finder = new PathFinder(map, { neighbors });
        const memory = new SearchMemory(cost.length);
        for (let query = 0; query < 25; query++) {
          const [start, goal] = [random(), random()].map((r) => Math.floor(r * cost.length));
          const { status, end } = aStar(
            map,
            neighbors,
            NO_LANDMARKS,
            memory,
            start!,
            goal!,
            Infinity,
          );
          const path = finder.find(start!, goal!);
          expect([path.status, path.cells.at(-1)], `seed ${seed}`).toEqual([status, end]);
          expect(path.cost).toBeCloseTo(memory.g[end] / STRAIGHT / 2, 6);
        }
      }
    },
  );
});

describe('the order (f, h, cell)', () => {
  /** The contract of `aStar` word for word, with a list that is searched. */
  function ordered(map: GridMap, neighbors: Neighbors, start: number, goal: number): number[] {
    const g = new Map([[start, 0]]);
    const before = new Map<number, number>();
    const closed = new Set<number>();
    const whole = (cost: number) => Math.round(cost * 1e9);
    const rank = (cell: number): [number, number, number] => {
      const h = map.cheapest * freeDistance(map, cell, goal, neighbors);
      return [whole(g.get(cell)! + h), whole(h), cell];
    };
    for (;;) {
      const open = [...g.keys()].filter((cell) => !closed.has(cell));
      const [first] = open.map(rank).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      if (first === undefined) return [];
      const cell = first[2];
      if (cell === goal) break;
      closed.add(cell);
      for (const [next, cost] of stepsFrom(map, cell, neighbors)) {
        const total = g.get(cell)! + cost;
        if (closed.has(next) || whole(total) >= whole(g.get(next) ?? Infinity)) continue;
        g.set(next, total);
        before.set(next, cell);
      }
    }
    const cells = [goal];
    while (cells[0] !== start) cells.unshift(before.get(cells[0])!);
    return cells;
  }

  it.each(KINDS)(
    'decides between equally cheap paths: $costs cost, $neighbors neighbors',
    (kind) => {
      let found = 0;
      for (let seed = 1; seed <= ORDERED; seed++) {
        const { map, pick } = randomMap(seed, kind.costs);
        const memory = new SearchMemory(map.cost.length);
        const start = pick(map.cost.length);
        const goal = pick(map.cost.length);
        if (map.cost[start] === 0 || map.cost[goal] === 0) continue;
        const { status } = aStar(map, kind.neighbors, NO_LANDMARKS, memory, start, goal, Infinity);
        if (status !== 'found') continue;
        const cells = [goal];
        while (cells[0] !== start) cells.unshift(cells[0] - map.offset[memory.move[cells[0]]]);
        expect(cells, `seed ${seed}`).toEqual(ordered(map, kind.neighbors, start, goal));
        found++;
      }
      expect(found).toBeGreaterThan(ORDERED / 3);
    },
  );
});

describe('a finder', () => {
  it.each(KINDS)(
    'gives the same answer after any earlier queries: $costs, $neighbors, $landmarks landmarks',
    ({ costs, ...kind }) => {
      const { map, pick } = randomMap(11, costs);
      const finder = new PathFinder(map, kind);
      for (let query = 0; query < (LONG ? 60 : 20); query++) {
        const ends = [pick(map.cost.length), pick(map.cost.length)] as const;
        const fresh = new PathFinder(map, kind).find(...ends);
        expect(finder.find(...ends)).toEqual(fresh);
      }
    },
  );

  it.each(KINDS)(
    'stops at its budget, nearer with a larger one: $costs, $neighbors, $landmarks landmarks',
    ({ costs, ...kind }) => {
      const { map } = randomMap(4, costs);
      const finder = new PathFinder(map, kind);
      const open = [...map.cost.keys()].filter((cell) => map.cost[cell] > 0);
      const ends = someOf(open, 3);
      const pairs = ends.flatMap((a) => ends.map((b) => [a, b] as const));
      const [start, goal] = pairs.reduce((best, pair) => {
        const expanded = ([a, b]: readonly [number, number]) => {
          const path = finder.find(a, b);
          return path.status === 'found' ? path.expanded : 0;
        };
        return expanded(pair) > expanded(best) ? pair : best;
      });
      const { expanded } = finder.find(start, goal);
      expect(expanded).toBeGreaterThan(5);
      let distance = Infinity;
      for (let budget = 0; budget < expanded; budget++) {
        const path = finder.find(start, goal, budget);
        expect(path).toMatchObject({ status: 'budget', expanded: budget });
        costOfPath(map, path.cells, kind.neighbors);
        const now = freeDistance(map, path.cells.at(-1)!, goal, kind.neighbors);
        expect(now).toBeLessThanOrEqual(distance);
        distance = now;
      }
      expect(finder.find(start, goal, expanded).status).toBe('found');
    },
  );

  it('spends one budget on all nearest cells of a goal in a wall', () => {
    const map = mapFromRows(['.....', '.###.', '.###.', '.###.', '.....']);
    const finder = new PathFinder(map, { neighbors: 4 });
    expect(finder.find(0, 12).status).toBe('unreachable');
    for (let budget = 0; budget < 4; budget++) {
      const { expanded } = finder.find(0, 12, budget);
      expect(expanded).toBeLessThanOrEqual(budget);
    }
  });

  it.each([0, 3])(
    'chooses among many nearest cells of a goal in a wall, %i landmarks',
    (landmarks) => {
      const size = 23;
      const inside = (cell: number) =>
        Math.abs((cell % size) - 11) + Math.abs(Math.floor(cell / size) - 11) < 9;
      const cost: number[] = Array.from({ length: size * size }, (_, cell) =>
        inside(cell) ? 0 : 1,
      );
      for (const dear of [1, 2]) {
        cost[0] = dear;
        const map = createMap(size, size, cost);
        const finder = new PathFinder(map, { neighbors: 4, landmarks });
        for (const start of [0, 22, size * 22, size * size - 1, size * 3 + 1]) {
          expect(wrongIn(map, finder, start, 11 * size + 11)).toBeUndefined();
        }
      }
    },
  );

  it('does not cut the corner of a wall', () => {
    const map = mapFromRows(['.#.', '...', '#..']);
    expect([...new PathFinder(map).find(0, 5).cells]).toEqual([0, 3, 4, 5]);
    expect([...new PathFinder(map).find(0, 8).cells]).toEqual([0, 3, 4, 8]);
  });

  it('counts the mean cost of both cells of a step', () => {
    const map = createMap(3, 2, [1, 5, 1, 9, 9, 9]);
    const path = new PathFinder(map).find(0, 2);
    expect(path).toMatchObject({ cost: 6, length: 2 });
    const corner = new PathFinder(createMap(2, 2, [1, 4, 4, 4])).find(0, 3);
    expect(corner.cost).toBeCloseTo(2.5 * Math.SQRT2, 12);
  });

  it('knows whether a goal is reachable, in agreement with a search', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { map, pick } = randomMap(seed, 'varied');
      for (const neighbors of [4, 8] as const) {
        const finder = new PathFinder(map, { neighbors });
        const [start, goal] = [pick(map.cost.length), pick(map.cost.length)];
        expect(finder.reaches(start, goal)).toBe(finder.find(start, goal).status === 'found');
      }
    }
    expect(() => new PathFinder(mapFromRows(['..'])).reaches(0, 2)).toThrow(
      'expected a cell of 0 to 1',
    );
  });

  it('finds the way from a cell to itself, and none from a wall', () => {
    const finder = new PathFinder(mapFromRows(['.#']));
    expect(finder.find(0, 0)).toMatchObject({ status: 'found', cost: 0, length: 0 });
    expect([...finder.find(0, 0).cells]).toEqual([0]);
    expect(finder.find(1, 1)).toMatchObject({ status: 'unreachable', cost: 0 });
    expect([...finder.find(1, 0).cells]).toEqual([1]);
  });

  it.each([-1, 6, 0.5, Number.NaN])('refuses cell %s', (cell) => {
    const finder = new PathFinder(mapFromRows(['...', '...']));
    expect(() => finder.find(cell, 0)).toThrow(/start: found .*, expected a cell of 0 to 5/);
    expect(() => finder.find(0, cell)).toThrow(/goal: found/);
  });

  it.each([-1, Number.NaN])('refuses budget %s', (budget) => {
    const finder = new PathFinder(mapFromRows(['..']));
    expect(() => finder.find(0, 1, budget)).toThrow(/budget: found .*, expected at least 0/);
  });

  it('refuses other numbers of neighbors, and invalid options', () => {
    const map = mapFromRows(['.']);
    expect(() => new PathFinder(map, { neighbors: 6 as 8 })).toThrow('expected 4 or 8');
    const refused = (message: string) =>
      expect.objectContaining({ code: 'OPTION_INVALID', message });
    expect(() => new PathFinder(map, { landmark: 3 } as object)).toThrow(
      refused('landmark: found an unknown option, expected one of neighbors, landmarks, live'),
    );
    expect(() => new PathFinder(map, null as never)).toThrow(
      refused('options: found null, expected an object'),
    );
  });

  it.each([-1, 1.5, 17, Number.NaN])('refuses %s landmarks', (landmarks) => {
    const map = mapFromRows(['.']);
    expect(() => new PathFinder(map, { landmarks })).toThrow('expected 0 to 16');
  });

  it.each(KINDS)(
    'expands no cell twice: $costs, $neighbors, $landmarks landmarks',
    ({ costs, ...kind }) => {
      for (let seed = 1; seed <= (LONG ? 60 : 20); seed++) {
        const { map, pick } = randomMap(seed, costs, seed % 2 === 0 ? 'slopes' : 'level');
        const cells = map.cost.length;
        const { expanded } = new PathFinder(map, kind).find(pick(cells), pick(cells));
        // Each of at most 8 nearest cells of an unreachable goal has its own search.
        expect(expanded).toBeLessThanOrEqual(8 * cells);
      }
    },
  );

  it('expands fewer cells with landmarks', () => {
    const random = randomOf(5);
    const map = createMap(
      61,
      47,
      Array.from({ length: 61 * 47 }, () => 1 + Math.floor(random() * 9)),
    );
    const without = new PathFinder(map).find(0, 61 * 47 - 1);
    const { cost, expanded } = new PathFinder(map, { landmarks: 4 }).find(0, 61 * 47 - 1);
    expect(cost).toBeCloseTo(without.cost, 9);
    expect(expanded).toBeLessThan(without.expanded / 2);
  });

  it('finds a way along the longest edge that a map may have', () => {
    const length = 0x7fff;
    const finder = new PathFinder(createMap(length, 1, new Uint8Array(length).fill(255)));
    expect(finder.find(0, length - 1)).toMatchObject({ cost: 255 * (length - 1), expanded: 1 });
  });
});
