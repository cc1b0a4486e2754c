import { describe, expect, it } from 'vitest';
import { centerX, centerY, isWall, mapCellOf } from '../../src/world/map.ts';
import { OpenCells, openCellsOf } from '../../src/world/open-cells.ts';
import type { World } from '../../src/world/world.ts';
import { randomRows } from '../helpers/mazes.ts';
import { randomOf } from '../helpers/random-of.ts';
import { worldOf } from '../helpers/scenes.ts';

const ORIGIN = [-3, 20, 0];

function worldWith(rows: string[], cellSize: number): World {
  return worldOf({
    dimensions: 2,
    map: { rows, cellSize, origin: ORIGIN },
    species: [{ name: 'a', count: 1, spawn: { type: 'box', min: [0, 21], max: [0, 21] } }],
  });
}

/** Searches ring after ring of cells around a point, as the code did before it used columns. */
function ringSearch({ plan, front }: World, x: number, y: number): number {
  const map = plan.map!;
  const own = mapCellOf(map, x, y);
  if (!isWall(front, own)) return own;
  const { width, height, cellSize, origin } = map;
  const clamp = (cell: number, count: number) => Math.min(Math.max(cell, 0), count - 1);
  const column = clamp(Math.floor((x - origin[0]) / cellSize), width);
  const row = clamp(Math.floor((y - origin[1]) / cellSize), height);
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  const look = (cx: number, cy: number) => {
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) return;
    const cell = cy * width + cx;
    if (front.mapCost[cell] === 0) return;
    const squared = squaredTo(map, cell, x, y);
    if (squared > least || (squared === least && cell > nearest)) return;
    least = squared;
    nearest = cell;
  };
  look(column, row);
  for (let ring = 1; ring < Math.max(width, height); ring++) {
    const bound = (ring - 0.5) * cellSize;
    if (least < bound * bound) break;
    for (let k = -ring; k <= ring; k++) {
      look(column + k, row - ring);
      look(column + k, row + ring);
      look(column - ring, row + k);
      look(column + ring, row + k);
    }
  }
  return nearest;
}

/** Every cell of the map. */
function fullSearch({ plan, front }: World, x: number, y: number): number {
  const map = plan.map!;
  const own = mapCellOf(map, x, y);
  if (!isWall(front, own)) return own;
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  front.mapCost.forEach((cost, cell) => {
    const squared = squaredTo(map, cell, x, y);
    if (cost === 0 || squared >= least) return;
    least = squared;
    nearest = cell;
  });
  return nearest;
}

function squaredTo(map: Parameters<typeof centerX>[0], cell: number, x: number, y: number): number {
  const dx = centerX(map, cell) - x;
  const dy = centerY(map, cell) - y;
  return dx * dx + dy * dy;
}

describe('the open cell nearest to a point, compared with plain searches', () => {
  it.each([
    // share of walls, edge of a cell, seed
    [0.3, 0.5, 1],
    [0.8, 0.5, 2],
    [0.97, 0.5, 3],
    [0.97, 1, 4],
    [0.985, 0.1, 5],
    [0.9, 0.7, 6],
  ])('is right with %f walls, cells of %f m, seed %i', (share, cellSize, seed) => {
    const rows = randomRows(19, 11, share, seed);
    rows[4] = `${rows[4].slice(0, 15)}.${rows[4].slice(16)}`;
    const world = worldWith(rows, cellSize);
    const random = randomOf(seed);
    const cells = new OpenCells(world.plan.map!);
    const check = (x: number, y: number) => {
      const found = cells.near(world.front, x, y);
      expect(found, `full, ${x}, ${y}`).toBe(fullSearch(world, x, y));
      expect(found, `rings, ${x}, ${y}`).toBe(ringSearch(world, x, y));
    };
    // Outside of the map too, and never so near to a border that the point counts as on it.
    const between = (cells: number) => (Math.floor(64 * cells * random()) + 0.5) / 64 - 4;
    for (let n = 0; n < 400; n++) {
      check(ORIGIN[0] + between(27) * cellSize, ORIGIN[1] + between(19) * cellSize);
    }
    // Middles, edges and corners, where many are equally near; exact where cells are of 0.5 or 1 m.
    if (cellSize % 0.5 !== 0) return;
    for (let column = -3; column < 44; column++) {
      for (let row = -3; row < 28; row++) {
        check(ORIGIN[0] + (column / 2) * cellSize, ORIGIN[1] + (row / 2) * cellSize);
      }
    }
  });

  it('is right so far away that rounding makes cells equally near', () => {
    const rows = randomRows(19, 11, 0.5, 7);
    const world = worldWith(rows, 1e-3);
    const cells = new OpenCells(world.plan.map!);
    for (const [x, y] of [
      [1e5, 20],
      [-1e5, 20.004],
      [-3, 1e5],
      [-2.99, -1e5],
      [1e5, -1e5],
    ]) {
      expect(cells.near(world.front, x, y), `${x}, ${y}`).toBe(fullSearch(world, x, y));
    }
  });
});

it('a goal on a border or a corner is in one cell, from wherever its offset is computed, seed 8', () => {
  const world = worldWith(randomRows(300, 40, 0.3, 8), 1);
  const random = randomOf(8);
  for (const [goalX, goalY] of [
    [125, 30],
    [120, 40.5],
    [0.5, 33],
    [-3, 20],
    [297, 60],
  ]) {
    const cells = new OpenCells(world.plan.map!);
    const found = new Set<number>();
    for (let n = 0; n < 300; n++) {
      const x = Math.fround(2000 * random() - 1000);
      const y = Math.fround(2000 * random() - 1000);
      const [aimX, aimY] = [Math.fround(goalX - x), Math.fround(goalY - y)];
      found.add(cells.near(world.front, x + aimX, y + aimY));
    }
    expect([...found], `${goalX}, ${goalY}`).toHaveLength(1);
  }
});

it('no open cell is found if all cells are walls', () => {
  const world = worldWith(['..', '..'], 1);
  world.front.mapCost.fill(0);
  expect(new OpenCells(world.plan.map!).near(world.front, -2.5, 20.5)).toBe(-1);
});

it('open cells of a changed map are searched again, in front and in back', () => {
  const world = worldWith(['.#.'], 1);
  const near = (state: World['front']) => openCellsOf(world, state).near(state, -1.6, 20.5);
  expect(near(world.front)).toBe(0);
  world.back.mapCost.set([0, 0, 1]);
  world.back.mapVersion[0] = 2;
  expect([near(world.front), near(world.back)]).toEqual([0, 2]);
  // As when a tick is thrown away and repeated with another command.
  world.back.mapCost.set([1, 0, 0]);
  expect([near(world.back), near(world.front)]).toEqual([0, 0]);
  world.front.mapCost.set([0, 0, 1]);
  world.front.mapVersion[0] = 3;
  expect(near(world.front)).toBe(2);
});
