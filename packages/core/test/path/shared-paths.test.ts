import { describe, expect, it } from 'vitest';
import { PathFinder } from '../../src/path/path-finder.ts';
import { SharedPaths } from '../../src/path/shared-paths.ts';
import { costOfPath } from './naive.ts';
import { randomMap } from './random-maps.ts';

const KINDS = (['uniform', 'varied'] as const).flatMap((costs) =>
  ([4, 8] as const).map((neighbors) => ({ costs, neighbors })),
);

describe('paths to a shared goal', () => {
  it.each(KINDS)('cost as much as those of a search each: $costs, $neighbors', (kind) => {
    for (let seed = 1; seed <= 60; seed++) {
      const { map, pick } = randomMap(seed, kind.costs);
      const cells = map.cost.length;
      const finder = new PathFinder(map, { neighbors: kind.neighbors });
      // Fields are dropped again and again.
      const shared = new SharedPaths(finder, 3 * cells);
      const goals = Array.from({ length: 5 }, () => pick(cells));
      for (let query = 0; query < 40; query++) {
        const [start, goal] = [pick(cells), goals[pick(5)]];
        if (map.cost[start] === 0 || map.cost[goal] === 0) continue;
        const path = finder.find(start, goal);
        const found = shared.find(start, goal);
        expect(found !== undefined).toBe(path.status === 'found');
        expect(new SharedPaths(finder).find(start, goal)).toEqual(found);
        if (found === undefined) continue;
        expect([found[0], found.at(-1)]).toEqual([start, goal]);
        expect(costOfPath(map, found, kind.neighbors)).toBeCloseTo(path.cost, 8);
      }
    }
  });
});
