import { describe, expect, it } from 'vitest';
import { flowFieldInto } from '../../src/path/flow-field.ts';
import { LIVE_MASK } from '../../src/path/live.ts';
import { createMap, type GridMap } from '../../src/path/map.ts';
import { OpenList } from '../../src/path/open-list.ts';
import { PathFinder } from '../../src/path/path-finder.ts';
import { bendsOf } from '../../src/path/smooth.ts';

const [WIDTH, HEIGHT] = [301, 211];
const CELLS = WIDTH * HEIGHT;

/** A map on which a way goes up and down between walls; on a varied one A* is used, cell by cell. */
function serpentine(varied: boolean): GridMap {
  const cost = Uint8Array.from({ length: CELLS }, (_, cell) => {
    const [x, y] = [cell % WIDTH, Math.floor(cell / WIDTH)];
    const gap = x % 4 === 1 ? 0 : HEIGHT - 1;
    return x % 2 === 1 && y !== gap ? 0 : varied ? 1 + ((x + y) % 3) : 1;
  });
  return createMap(WIDTH, HEIGHT, cost);
}

/** Open ground with one enclosed cell, the last of the middle row. */
function shut(varied: boolean): GridMap {
  const cost = new Uint8Array(CELLS).fill(1);
  if (varied) cost[WIDTH] = 2;
  const goal = shutCell();
  for (const cell of [goal - 1, goal - WIDTH, goal + WIDTH]) cost[cell] = 0;
  cost[goal - WIDTH - 1] = 0;
  cost[goal + WIDTH - 1] = 0;
  return createMap(WIDTH, HEIGHT, cost);
}

function shutCell(): number {
  return (HEIGHT >> 1) * WIDTH + WIDTH - 1;
}

/** How often `live` is called: at least once per this number of cells. */
function countsOf(work: (live: () => void) => void): number {
  let calls = 0;
  work(() => calls++);
  return calls;
}

const EVERY = 2 * (LIVE_MASK + 1);

describe.each([
  ['alike', false],
  ['of different cost', true],
])('signs of life on a map whose cells are %s', (_, varied) => {
  it('while a map is made', () => {
    const { cost } = serpentine(varied);
    expect(countsOf((live) => createMap(WIDTH, HEIGHT, cost, live))).toBeGreaterThan(CELLS / EVERY);
  });

  it('while a finder is made', () => {
    const map = serpentine(varied);
    const make = (live: () => void) => new PathFinder(map, { live });
    // It visits all cells for each move of the jump table, and the open cells twice for what is connected.
    const looks = varied ? 1.4 * CELLS : 9.4 * CELLS;
    expect(countsOf(make)).toBeGreaterThan(looks / (LIVE_MASK + 1));
  });

  it.each([4, 8] as const)('of a search with %i neighbors for an unreachable goal', (neighbors) => {
    const map = shut(varied);
    const calls: number[] = [];
    const finder = new PathFinder(map, { neighbors, live: () => calls.push(0) });
    for (const start of [0, 7]) {
      const before = calls.length;
      expect(finder.find(start, shutCell()).status).toBe('unreachable');
      // The scan of the map for the nearest cells serves both.
      if (start === 0) expect(calls.length - before).toBeGreaterThanOrEqual(HEIGHT);
      else expect(calls.length - before).toBeLessThan(HEIGHT);
    }
  });

  it('of a search that expands many cells', () => {
    const map = serpentine(true);
    let calls = 0;
    const finder = new PathFinder(map, { live: () => calls++ });
    calls = 0;
    const { expanded, status } = finder.find(0, CELLS - 1);
    expect(status).toBe('found');
    expect(expanded).toBeGreaterThan(CELLS / 3);
    expect(calls).toBeGreaterThanOrEqual(Math.floor(expanded / (LIVE_MASK + 1)));
  });

  it('of a field', () => {
    const map = serpentine(varied);
    const field = { move: new Uint8Array(CELLS), cost: new Float64Array(CELLS) };
    const fill = (live: () => void) => flowFieldInto(field, new OpenList(), map, 0, 8, live);
    // From cell to cell, and again over all of them.
    expect(countsOf(fill)).toBeGreaterThan((1.4 * CELLS) / (LIVE_MASK + 1));
  });

  it('while a path is pulled straight', () => {
    const map = serpentine(varied);
    const { cells } = new PathFinder(map).find(0, CELLS - 1);
    const straight = (live: () => void) => bendsOf({ map, neighbors: 8, live }, cells);
    // It looks back along each of the straight ways of HEIGHT cells again and again.
    const looks = (cells.length * HEIGHT) / 4;
    expect(countsOf(straight)).toBeGreaterThan(looks / EVERY);
  });
});

it('of a search from jump point to jump point', () => {
  // Each wall of one cell makes jump points of the cells around it.
  const cost = Uint8Array.from({ length: CELLS }, (_, cell) => {
    const [x, y] = [cell % WIDTH, Math.floor(cell / WIDTH)];
    return x % 3 === 1 && y % 3 === 1 ? 0 : 1;
  });
  for (const cell of [CELLS - 2, CELLS - 1 - WIDTH, CELLS - 2 - WIDTH]) cost[cell] = 1;
  let calls = 0;
  const finder = new PathFinder(createMap(WIDTH, HEIGHT, cost), { live: () => calls++ });
  calls = 0;
  let wanted = 0;
  for (let start = 0; start < 60; start += 3) {
    wanted += Math.floor(finder.find(start, CELLS - 1).expanded / (LIVE_MASK + 1));
  }
  expect(wanted).toBeGreaterThan(10);
  expect(calls).toBeGreaterThanOrEqual(wanted);
});
