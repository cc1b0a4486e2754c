import { describe, expect, it } from 'vitest';
import { discPoints, fewerCorners, hullOf, pointsAlong } from '../../src/edit/brush.ts';
import { boxesOf, type CellGrid, sweptCells } from '../../src/edit/cell-boxes.ts';
import { grainOf, rounded } from '../../src/edit/grain.ts';

const WIDTH = 13;
const HEIGHT = 7;

/** Random numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('boxes over cells', () => {
  it.each([1, 2, 3, 4, 5])('cover each cell exactly once at its cost, seed %i', (seed) => {
    const random = numbers(seed);
    const costs = new Map<number, number>();
    for (let cell = 0; cell < WIDTH * HEIGHT; cell++) {
      if (random() < 0.7) costs.set(cell, random() < 0.6 ? 0 : 3);
    }
    const covered = new Map<number, number>();
    for (const { low, high, cost } of boxesOf(costs, WIDTH)) {
      for (let row = Math.floor(low / WIDTH); row <= Math.floor(high / WIDTH); row++) {
        for (let column = low % WIDTH; column <= high % WIDTH; column++) {
          expect(covered.has(row * WIDTH + column)).toBe(false);
          covered.set(row * WIDTH + column, cost);
        }
      }
    }
    expect([...covered].sort(([a], [b]) => a - b)).toEqual([...costs].sort(([a], [b]) => a - b));
  });

  it('are one for a block, also at both edges of the map', () => {
    const block = new Map(
      [1, 2].flatMap((row) => [...Array(WIDTH).keys()].map((c) => [row * WIDTH + c, 0])),
    );
    expect(boxesOf(block as never, WIDTH)).toEqual([{ low: WIDTH, high: 3 * WIDTH - 1, cost: 0 }]);
  });
});

describe('a brush over a map', () => {
  const grid: CellGrid = {
    width: WIDTH,
    height: HEIGHT,
    cellSize: 0.5,
    origin: [-2, 1, 0],
    isOpenTo: (cell) => cell !== 3,
  };

  it('covers the cell under the pointer, and those around it up to its width', () => {
    const at = (x: number, y: number, size: number) =>
      sweptCells(grid, [x, y], [x, y], size).sort((a, b) => a - b);
    expect(at(-1.9, 1.1, 1)).toEqual([0]);
    expect(at(-0.9, 2.1, 3)).toEqual([14, 15, 16, 27, 28, 29, 40, 41, 42]);
    // Half of the brush is outside the map, and one cell cannot be changed.
    expect(at(-0.4, 1.2, 3)).toEqual([2, 4, 15, 16, 17]);
    expect(at(99, 99, 3)).toEqual([]);
  });

  it.each([1, 2, 3])('leaves no gap on its way, seed %i', (seed) => {
    const random = numbers(seed);
    const place = () => [-2 + 6 * random(), 1 + 3 * random()];
    const [from, to] = [place(), place()];
    const cells = new Set(sweptCells({ ...grid, isOpenTo: () => true }, from, to, 1));
    for (let share = 0; share <= 1; share += 1e-3) {
      const [column, row] = [0, 1].map((axis) =>
        Math.floor((from[axis] + (to[axis] - from[axis]) * share - grid.origin[axis]) / 0.5),
      );
      if (column >= WIDTH || row >= HEIGHT) continue;
      const near = [...cells].some(
        (cell) =>
          Math.abs((cell % WIDTH) - column) <= 1 && Math.abs(Math.floor(cell / WIDTH) - row) <= 1,
      );
      expect(near).toBe(true);
    }
  });
});

describe('points of a stroke', () => {
  it('fill a disc, with none outside and no two at one place', () => {
    const points = discPoints([3, -2, 1], 2, 40, 0.3);
    const reach = points.map(({ at }) => Math.hypot(at[0] - 3, at[1] + 2));
    expect(Math.max(...reach)).toBeLessThan(2);
    expect(Math.max(...reach)).toBeGreaterThan(1.8);
    expect(Math.min(...reach)).toBeLessThan(0.4);
    for (const [k, { at }] of points.entries()) {
      for (const other of points.slice(k + 1)) {
        expect(Math.hypot(at[0] - other.at[0], at[1] - other.at[1])).toBeGreaterThan(0.2);
      }
      expect(at[2]).toBe(1);
    }
  });

  it('lie evenly along a line, and continue on the next', () => {
    expect(pointsAlong([0, 0, 0], [0, 1, 0], 0.4)).toEqual([
      [0, 0.4, 0],
      [0, 0.8, 0],
    ]);
    expect(pointsAlong([0, 0, 0], [0, 0.3, 0], 0.4)).toEqual([]);
    expect(pointsAlong([1, 1, 1], [1, 1, 1], 0.4)).toEqual([]);
  });

  it.each([1, 2, 3, 4])('have a convex hull that holds all of them, seed %i', (seed) => {
    const random = numbers(seed);
    const points = Array.from({ length: 60 }, () => [random(), random()] as [number, number]);
    const hull = hullOf(points);
    const few = fewerCorners(hull, 5);
    expect(few.length).toBe(5);
    const left = ([ax, ay]: number[], [bx, by]: number[], [x, y]: number[]) =>
      (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    for (const [corners, all] of [
      [hull, points],
      [few, few],
    ]) {
      corners.forEach((corner, k) => {
        for (const point of all) {
          expect(left(corner, corners[(k + 1) % corners.length], point)).toBeGreaterThanOrEqual(
            -1e-12,
          );
        }
      });
    }
  });
});

it('coordinates of the pointer have at most three digits relative to the size of the scene', () => {
  expect([0.4, 1, 9.9, 10, 640].map(grainOf)).toEqual([1e-4, 1e-3, 1e-3, 1e-2, 1e-1]);
  expect(rounded(1.23456, 1e-2)).toBe(1.23);
  expect(rounded(0.1 + 0.2, 1e-3)).toBe(0.3);
  expect(rounded(-1e-9, 1e-3)).toBe(0);
  expect(Object.is(rounded(-1e-9, 1e-3), 0)).toBe(true);
});
