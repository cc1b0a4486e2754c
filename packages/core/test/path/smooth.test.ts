import { describe, expect, it } from 'vitest';
import { lineOfSight, straightCost } from '../../src/path/line-of-sight.ts';
import { createMap, type GridMap, mapFromRows } from '../../src/path/map.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { smoothPath } from '../../src/path/smooth.ts';
import { randomMap } from './random-maps.ts';

/** Tests the straight way against each cell of the map as a closed square, corners included. */
function clipped(map: GridMap, from: number, to: number): { cost: number; touches: boolean } {
  const x = from % map.width;
  const y = Math.floor(from / map.width);
  const dx = (to % map.width) - x;
  const dy = Math.floor(to / map.width) - y;
  let cost = 0;
  let touches = false;
  for (const [cell, value] of map.cost.entries()) {
    let enter = 0;
    let leave = 1;
    const slabs = [
      [x, dx, cell % map.width],
      [y, dy, Math.floor(cell / map.width)],
    ] as const;
    for (const [begin, along, center] of slabs) {
      if (along === 0) {
        if (begin !== center) leave = -1;
        continue;
      }
      const a = (center - 0.5 - begin) / along;
      const b = (center + 0.5 - begin) / along;
      enter = Math.max(enter, Math.min(a, b));
      leave = Math.min(leave, Math.max(a, b));
    }
    if (leave - enter < -1e-12) continue;
    if (value === 0) touches = true;
    else cost += value * Math.max(0, leave - enter) * Math.hypot(dx, dy);
  }
  return { cost, touches };
}

describe('straightCost', () => {
  it.each([1, 2, 3, 4, 6, 8, 9, 11])('is the integral over all cells touched, seed %i', (seed) => {
    const { map, pick } = randomMap(seed, 'varied');
    for (let query = 0; query < 300; query++) {
      const from = pick(map.cost.length);
      const to = pick(map.cost.length);
      const { cost, touches } = clipped(map, from, to);
      expect(lineOfSight(map, from, to), `${from} to ${to}`).toBe(!touches);
      const straight = straightCost(map, from, to);
      expect(straightCost(map, to, from)).toBe(straight);
      if (!touches) expect(straight).toBeCloseTo(cost, 9);
    }
  });

  it('is stopped by the corner of a wall', () => {
    const map = mapFromRows(['..#', '...', '#..']);
    expect(lineOfSight(map, 0, 8)).toBe(true);
    expect(lineOfSight(mapFromRows(['.#.', '...', '...']), 0, 8)).toBe(false);
  });
});

describe('smoothPath', () => {
  const kinds = (['uniform', 'varied'] as const).flatMap((costs) =>
    ([4, 8] as const).map((neighbors) => ({ costs, neighbors })),
  );

  it.each(kinds)(
    'keeps cells of the path in order and costs no more: $costs, $neighbors',
    ({ costs, ...kind }) => {
      let shorter = 0;
      for (let seed = 1; seed <= 200; seed++) {
        const { map, pick } = randomMap(seed, costs);
        const path = new PathFinder(map, kind).find(pick(map.cost.length), pick(map.cost.length));
        if (path.status !== 'found') continue;
        const kept = smoothPath(map, path.cells);
        expect([kept[0], kept.at(-1)]).toEqual([path.cells[0], path.cells.at(-1)]);
        let cost = 0;
        for (let at = 1; at < kept.length; at++) cost += straightCost(map, kept[at - 1], kept[at]);
        expect(cost, `seed ${seed}`).toBeLessThanOrEqual(path.cost * (1 + 1e-9));
        const places = [...kept].map((cell) => path.cells.indexOf(cell));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        if (kept.length < path.cells.length) shorter++;
      }
      expect(shorter).toBeGreaterThan(50);
    },
  );

  it('keeps both ends of a straight way, and the cell where it turns', () => {
    const map = mapFromRows(['.....', '.###.', '.....']);
    expect([...smoothPath(map, [0, 1, 2, 3, 4])]).toEqual([0, 4]);
    expect([...smoothPath(map, [10, 5, 0, 1, 2])]).toEqual([10, 0, 2]);
    expect([...smoothPath(map, [7])]).toEqual([7]);
    expect([...smoothPath(map, [])]).toEqual([]);
  });

  it('keeps a cheap way instead of a straight one', () => {
    const legend = { '.': 1, '~': 9 };
    const map = mapFromRows(['.~.', '.~.', '...'], legend);
    const path = new PathFinder(map, { neighbors: 4 }).find(0, 2);
    expect([...path.cells]).toEqual([0, 3, 6, 7, 8, 5, 2]);
    expect([...smoothPath(map, path.cells)]).toEqual([0, 6, 8, 2]);
  });
});

describe('cells that are not on the map', () => {
  it.each([-1, 9, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('are refused: %s', (cell) => {
    const map = mapFromRows(['...', '...', '...']);
    const sloped = createMap(3, 3, map.cost, () => {}, {
      up: 1,
      down: 1,
      steepest: 2,
      height: new Float64Array(9),
    });
    for (const one of [map, sloped]) {
      expect(() => straightCost(one, cell, 3)).toThrow('expected a cell of 0 to 8');
      expect(() => lineOfSight(one, 3, cell)).toThrow('expected a cell of 0 to 8');
      expect(() => smoothPath(one, [0, cell, 3])).toThrow('expected a cell of 0 to 8');
    }
  });
});
