// Compares what laws read from a field with a separate implementation that goes cell by cell, in doubles.
import { describe, expect, it } from 'vitest';
import { defineLaw, vec3 } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { KernelName } from '../../src/world/plan.ts';
import { randomOf } from '../helpers/random-of.ts';
import { runsOf } from '../helpers/runs.ts';

const AGENTS = 203;
const SEEDS = runsOf(3, 12);
const SHIFT = { unit: 'm', default: 0, min: -1e9, max: 1e9, description: 'How far away it reads.' };

const read = defineLaw({
  name: 'read',
  description: 'Keeps what it reads of a field.',
  parameters: { east: SHIFT, north: SHIFT, up: SHIFT },
  columns: { value: { type: 'f32' }, slope: { type: 'vec3' } },
  next({ self, field, parameters: { east, north, up } }) {
    const at = self.position.add(vec3(east, north, up));
    return { value: field('heat').at(at), slope: field('heat').gradient(at) };
  },
});

interface Grid {
  readonly cells: readonly number[];
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly values: readonly number[];
  readonly wraps: boolean;
}

/** The value of a cell: outside a torus that of the cell it wraps to, outside walls that of the nearest. */
function cellOf({ cells, values, wraps }: Grid, at: readonly number[]): number {
  const inside = at.map((k, axis) => {
    const count = cells[axis];
    return wraps ? ((k % count) + count) % count : Math.min(Math.max(k, 0), count - 1);
  });
  return values[inside.reduceRight((index, k, axis) => index * cells[axis] + k, 0)];
}

/** The mean of the cells around a position, each weighted by the box between the position and the opposite center. */
function valueAt(grid: Grid, position: readonly number[]): number {
  const { cells, min, max } = grid;
  const u = cells.map((count, k) => ((position[k] - min[k]) / (max[k] - min[k])) * count - 0.5);
  const low = u.map(Math.floor);
  let sum = 0;
  for (let corner = 0; corner < 1 << cells.length; corner++) {
    const up = cells.map((_, k) => (corner >> k) & 1);
    const weight = u.reduce(
      (w, value, k) => w * (up[k] === 1 ? value - low[k] : 1 - value + low[k]),
      1,
    );
    sum +=
      weight *
      cellOf(
        grid,
        low.map((k, axis) => k + up[axis]),
      );
  }
  return sum;
}

/** The difference quotient over a piece on which the value is linear along the axis. */
function slopeAlong(grid: Grid, position: readonly number[], axis: number): number {
  const { cells, min, max } = grid;
  if (cells[axis] === 1) return 0;
  const edge = (max[axis] - min[axis]) / cells[axis];
  const cell = Math.floor((position[axis] - min[axis]) / edge - 0.5);
  const [from, to] = [0.25, 0.75].map((part) => {
    const there = [...position];
    there[axis] = min[axis] + (cell + 0.5 + part) * edge;
    return valueAt(grid, there);
  });
  return (to - from) / (edge / 2);
}

function gridOf(random: () => number, dimensions: 2 | 3, wraps: boolean): Grid {
  const axes = Array.from({ length: dimensions });
  const cells = axes.map(() => 1 + Math.floor(9 * random()));
  // Eighths are exact in f32.
  const min = axes.map(() => -Math.floor(320 * random()) / 8);
  const max = min.map((low) => low + 5 + Math.floor(240 * random()) / 8);
  const count = cells.reduce((product, value) => product * value, 1);
  return { cells, min, max, values: Array.from({ length: count }, () => 10 * random() - 5), wraps };
}

function readBy(kernel: KernelName, grid: Grid, positions: number[][], shift: readonly number[]) {
  const { cells, min, max, values, wraps } = grid;
  const [east, north, up = 0] = shift;
  const reader = {
    name: 'reader',
    count: positions.length,
    spawn: { type: 'points', positions },
    behaviors: [{ type: 'law:read', east, north, up }],
  };
  const scenario = parseScenario(
    {
      name: 'reading',
      dimensions: cells.length,
      bounds: { type: wraps ? 'wrap' : 'contain', min, max },
      fields: [{ name: 'heat', cells, min: -5, max: 5, initial: values }],
      species: [reader],
    },
    { laws: [read] },
  );
  const world = createWorld(scenario, { kernel });
  tick(world, 1);
  const { slot, columns } = world.views;
  const { value, slope } = columns as {
    value: Float32Array;
    slope: Record<'x' | 'y' | 'z', Float32Array>;
  };
  return positions.map((_, id) => {
    const place = slot[id];
    return [value[place], slope.x[place], slope.y[place], slope.z[place]];
  });
}

/** Positions anywhere in the bounds, on their edges, and on the edges and centers of cells. */
function positionsIn({ cells, min, max }: Grid, random: () => number): number[][] {
  return Array.from({ length: AGENTS }, (_, n) =>
    cells.map((count, k) => {
      const part = n % 3 === 0 ? random() : Math.floor(random() * (2 * count + 1)) / (2 * count);
      return Math.fround(min[k] + part * (max[k] - min[k]));
    }),
  );
}

describe.each([
  ['a torus in the plane', 2, true],
  ['walls in the plane', 2, false],
  ['a torus in space', 3, true],
  ['walls in space', 3, false],
] as const)('a field in %s', (_, dimensions, wraps) => {
  it(`is read as a search cell by cell finds it, inside and outside the bounds, seeds 1 to ${SEEDS}`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomOf(seed);
      const grid = gridOf(random, dimensions, wraps);
      const positions = positionsIn(grid, random);
      const size = grid.max.map((high, k) => high - grid.min[k]);
      for (const turns of [0, 1, -2.25]) {
        const shift = size.map((one) => Math.fround(turns * one));
        const found = readBy('simd', grid, positions, shift);
        expect(readBy('ts', grid, positions, shift)).toEqual(found);
        positions.forEach((position, n) => {
          const at = position.map((p, k) => Math.fround(p + shift[k]));
          const [value, ...slope] = found[n];
          const where = `seed ${seed}, agent ${n} of ${grid.cells} cells, ${turns} sizes away`;
          expect(Math.abs(value - valueAt(grid, at)), where).toBeLessThan(1e-3);
          // At the center of a cell, the slope may be that of either side.
          const u = at.map((p, k) => ((p - grid.min[k]) / size[k]) * grid.cells[k] - 0.5);
          if (u.some((one) => Math.abs(one - Math.round(one)) < 1e-3)) return;
          for (let axis = 0; axis < dimensions; axis++) {
            const expected = slopeAlong(grid, at, axis);
            expect(Math.abs(slope[axis] - expected), where).toBeLessThan(1e-2);
          }
        });
      }
    }
  });

  it('has a value between those of its cells at any distance, equal in both kernels', () => {
    for (let seed = 1; seed <= SEEDS / 2; seed++) {
      const random = randomOf(seed);
      const grid = gridOf(random, dimensions, wraps);
      const positions = positionsIn(grid, random);
      for (const far of [1e5, -3e7, 1e9]) {
        const shift = grid.cells.map(() => far);
        const found = readBy('simd', grid, positions, shift);
        expect(readBy('ts', grid, positions, shift)).toEqual(found);
        for (const [value] of found) expect(Math.abs(value)).toBeLessThanOrEqual(5);
      }
    }
  });
});
