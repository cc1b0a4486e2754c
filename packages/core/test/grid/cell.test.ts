import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAlong, cellOf, clampCell } from '../../src/grid/cell.ts';
import { worldOf } from '../helpers/scenes.ts';

const f = Math.fround;

function gridOf(bounds: Record<string, unknown>, dimensions = 3) {
  return worldOf({
    dimensions,
    bounds,
    species: [
      {
        name: 'bird',
        count: 1003,
        spawn: { type: 'box', min: [-1, -1, -1], max: [0, 0, 0] },
        behaviors: [{ type: 'cohesion', radius: 1.5 }],
      },
    ],
  }).handle.plan.grid;
}

const LOPSIDED = { min: [-7, -31, -13], max: [0, 0, 0] };

describe('cellOf', () => {
  it.each(['wrap', 'contain'])('numbers cells along x first, then y, then z, %s', (type) => {
    const grid = gridOf({ type, ...LOPSIDED });
    const [nx, ny, nz] = grid.layers[0].last.map((cell) => cell + 1);
    expect(new Set([nx, ny, nz]).size).toBe(3);
    const width = [7 / nx, 31 / ny, 13 / nz];
    const center = (x: number, y: number, z: number): number =>
      cellOf(
        grid,
        0,
        f(-7 + (x + 0.5) * width[0]),
        f(-31 + (y + 0.5) * width[1]),
        f(-13 + (z + 0.5) * width[2]),
      );
    expect(center(0, 0, 0)).toBe(0);
    expect(center(1, 0, 0)).toBe(1);
    expect(center(0, 1, 0)).toBe(nx);
    expect(center(0, 0, 1)).toBe(nx * ny);
    expect(center(nx - 1, ny - 1, nz - 1)).toBe(grid.cells - 1);
  });

  it('gives points beyond the grid, however far, the border cells', () => {
    const grid = gridOf({ type: 'contain', ...LOPSIDED });
    const largest = 3.4028234663852886e38;
    expect(cellOf(grid, 0, -1e6, -1e6, -1e6)).toBe(0);
    expect(cellOf(grid, 0, -largest, -largest, -largest)).toBe(0);
    expect(cellOf(grid, 0, 1e6, 1e6, 1e6)).toBe(grid.cells - 1);
    expect(cellOf(grid, 0, largest, largest, largest)).toBe(grid.cells - 1);
    expect(cellOf(grid, 0, Number.POSITIVE_INFINITY, 0, 0)).toBeLessThan(grid.cells);
  });

  it('gives NaN some cell of the grid', () => {
    const grid = gridOf({ type: 'wrap', ...LOPSIDED });
    const cell = cellOf(grid, 0, Number.NaN, -1, Number.NaN);
    expect(cell >= 0 && cell < grid.cells, `cell ${cell}`).toBe(true);
  });

  it('gives the plane z = 0 a single layer of cells', () => {
    expect(gridOf({ type: 'wrap', ...LOPSIDED }, 2).layers[0].last[2]).toBe(0);
  });
});

it('cellAlong never falls as the coordinate grows, in f32 too, seed 77', () => {
  const coordinate = fc.float({ min: -1e5, max: 1e5, noNaN: true, noDefaultInfinity: true });
  const inverse = fc.float({ min: f(1e-4), max: 2000, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, inverse, (a, b, min, cellsPerMeter) => {
      const low = cellAlong(Math.min(a, b), min, cellsPerMeter);
      const high = cellAlong(Math.max(a, b), min, cellsPerMeter);
      return low <= high;
    }),
    { seed: 77, numRuns: 2000 },
  );
});

it.each([
  [-1, 0],
  [0, 0],
  [2, 2],
  [3, 2],
  [Number.POSITIVE_INFINITY, 2],
  [Number.NEGATIVE_INFINITY, 0],
])('clampCell(%d) to three cells is %d', (cell, expected) => {
  expect(clampCell(cell, 0, 2)).toBe(expected);
});
