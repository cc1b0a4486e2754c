import { describe, expect, it } from 'vitest';
import { flowField, flowFieldInto, NO_MOVE } from '../../src/path/flow-field.ts';
import { mapFromRows } from '../../src/path/map.ts';
import { STRAIGHT } from '../../src/path/octile.ts';
import { OpenList } from '../../src/path/open-list.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { costOfPath, dijkstra } from './naive.ts';
import { randomMap } from './random-maps.ts';

const kinds = (['uniform', 'varied'] as const).flatMap((costs) =>
  ([4, 8] as const).map((neighbors) => ({ costs, neighbors })),
);

describe('a flow field', () => {
  it.each(kinds)('leads every cell to the goal at the least cost: $costs, $neighbors', (kind) => {
    const { neighbors } = kind;
    for (let seed = 1; seed <= 120; seed++) {
      const { map, pick } = randomMap(seed, kind.costs);
      const goal = pick(map.cost.length);
      const best = dijkstra(map, goal, neighbors);
      const field = flowField(map, goal, neighbors);
      expect(field.move[goal]).toBe(NO_MOVE);
      for (const [cell, cost] of best.entries()) {
        if (cost === Infinity || cell === goal) {
          expect(field.move[cell]).toBe(NO_MOVE);
          continue;
        }
        const cells = [cell];
        while (cells.at(-1) !== goal && cells.length <= best.length) {
          cells.push(cells.at(-1)! + map.offset[field.move[cells.at(-1)!]]);
        }
        expect(costOfPath(map, cells, neighbors), `seed ${seed}, ${cell}`).toBeCloseTo(cost, 8);
      }
    }
  });

  it('has the same costs as paths to the goal', () => {
    const { map, pick } = randomMap(6, 'varied');
    const finder = new PathFinder(map);
    const goal = [...map.cost.keys()].find((cell) => map.cost[cell] > 0)!;
    const { cost } = flowField(map, goal);
    for (let query = 0; query < 50; query++) {
      const start = pick(map.cost.length);
      const path = finder.find(start, goal);
      if (path.status === 'found') expect(cost[start] / STRAIGHT / 2).toBeCloseTo(path.cost, 9);
      else expect(cost[start]).toBe(Infinity);
    }
  });

  it('chooses the cell with the least (cost, number) among several', () => {
    const map = mapFromRows(['...', '...', '...']);
    // From the corner, diagonally; with 4 neighbors, over cell 1 rather than 3.
    expect(flowField(map, 8).move[0]).toBe(4);
    expect(flowField(map, 8, 4).move[0]).toBe(0);
    expect(flowField(map, 0, 4).move[8]).toBe(3);
  });

  it.each([-1, 3, 0.5])('refuses goal %s', (goal) => {
    expect(() => flowField(mapFromRows(['...']), goal)).toThrow('expected a cell of 0 to 2');
  });

  it('leads neither from nor to walls, and accepts memory used before', () => {
    const map = mapFromRows(['.#.']);
    const field = flowField(map, 0);
    expect([...field.move]).toEqual([NO_MOVE, NO_MOVE, NO_MOVE]);
    const open = new OpenList();
    open.begin(1, 0);
    open.push(1, 1, 1);
    flowFieldInto(field, open, map, 1, 8);
    expect([...field.cost]).toEqual([Infinity, Infinity, Infinity]);
    flowFieldInto(field, open, mapFromRows(['...']), 2, 8);
    expect([...field.move]).toEqual([0, 0, NO_MOVE]);
  });
});
