import { describe, expect, it } from 'vitest';
import { defineLaw } from '../../src/laws/index.ts';
import { decay as exponential } from '../../src/math/exponential.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import type { KernelName } from '../../src/world/plan.ts';
import type { World } from '../../src/world/world.ts';
import { stillScene } from './scenes.ts';

const KERNELS: readonly KernelName[] = ['ts', 'simd'];
const f = Math.fround;

/** The values of the field in memory, as a list. */
function valuesOf(world: World): number[] {
  return Array.from(world.views.fields.trail.values);
}

/** Numbers of a small generator, so that every cell differs. */
function lopsided(count: number): number[] {
  let state = 12345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return f((state >>> 8) / 0x10000);
  });
}

interface Grid {
  readonly cells: readonly number[];
  readonly sizes: readonly number[];
  readonly wraps: boolean;
  readonly diffusion: number;
  readonly decay: number;
}

const DT = 1 / 60;

/** One step, cell by cell in f32, by coordinates. */
function naiveStep(values: readonly number[], grid: Grid): number[] {
  const [nx, ny, nz = 1] = grid.cells;
  const counts = [nx, ny, nz];
  const at = (x: number, y: number, z: number): number => {
    const place = [x, y, z].map((value, k) =>
      grid.wraps ? (value + counts[k]) % counts[k] : Math.min(Math.max(value, 0), counts[k] - 1),
    );
    return values[place[0] + nx * (place[1] + ny * place[2])];
  };
  const share = counts.map((count, k) =>
    count === 1 ? 0 : f((grid.diffusion * DT * count * count) / (grid.sizes[k] * grid.sizes[k])),
  );
  const keep = f(exponential(grid.decay * DT));
  const next: number[] = [];
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        const own = at(x, y, z);
        let sum = own;
        const beside = [
          [at(x - 1, y, z), at(x + 1, y, z)],
          [at(x, y - 1, z), at(x, y + 1, z)],
          [at(x, y, z - 1), at(x, y, z + 1)],
        ];
        beside.slice(0, nz > 1 ? 3 : 2).forEach(([a, b], k) => {
          sum = f(sum + f(share[k] * f(f(a + b) - f(own + own))));
        });
        next.push(f(sum * keep));
      }
    }
  }
  return next;
}

const SHAPES: readonly (readonly number[])[] = [
  [1, 1],
  [3, 7],
  [7, 1],
  [1, 9],
  [4, 4],
  [5, 3],
  [129, 67],
  [4, 3, 2],
  [1, 5, 7],
  [9, 1, 3],
  [11, 13, 5],
];

describe.each(KERNELS)('a step of a field, %s', (kernel) => {
  const cases = SHAPES.flatMap((cells) => [
    { cells, wraps: true },
    { cells, wraps: false },
  ]);
  it.each(cases)(
    'of $cells cells, torus: $wraps, equals a step cell by cell',
    ({ cells, wraps }) => {
      const sizes = [21, 17, 13].slice(0, cells.length);
      const grid = { cells, wraps, sizes, diffusion: 0.04, decay: 0.7 };
      const count = cells.reduce((product, value) => product * value, 1);
      let expected = lopsided(count);
      const { diffusion, decay } = grid;
      const world = createWorld(
        stillScene(
          { cells, diffusion, decay, initial: Float32Array.from(expected) },
          { type: wraps ? 'wrap' : 'contain', min: [0, 0, 0], max: [21, 17, 13] },
          [[1, 1, 1]],
        ),
        { kernel },
      );
      expect(valuesOf(world)).toEqual(expected);
      for (let t = 0; t < 3; t++) {
        expected = naiveStep(expected, grid);
        tick(world);
        expect(valuesOf(world)).toEqual(expected);
      }
    },
  );

  it.each([true, false])('keeps the sum if the field only spreads, torus: %s', (wraps) => {
    const values = lopsided(41 * 19);
    const scene = stillScene(
      { cells: [41, 19], diffusion: 2, initial: values },
      { type: wraps ? 'wrap' : 'contain', min: [0, 0], max: [40, 20] },
      [[1, 1]],
    );
    const world = createWorld(scene, { kernel });
    const total = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0);
    const before = total(values);
    tick(world, 300);
    const after = valuesOf(world);
    expect(Math.abs(total(after) / before - 1)).toBeLessThan(1e-5);
    const spanOf = (list: readonly number[]) => Math.max(...list) - Math.min(...list);
    expect(spanOf(after)).toBeLessThan(0.5 * spanOf(values));
  });

  it('decays exponentially, and ends at 0, not at a subnormal number', () => {
    const scene = stillScene(
      { cells: [3, 7], decay: 2, initial: 8 },
      { type: 'contain', min: [0, 0], max: [3, 7] },
      [[1, 1]],
    );
    const world = createWorld(scene, { kernel });
    tick(world, 90);
    expect(valuesOf(world)[5]).toBeCloseTo(8 * Math.exp(-3), 4);
    tick(world, 2100);
    expect(new Set(valuesOf(world))).toEqual(new Set([0]));
  });

  it('sums deposits in stored order, then limits', () => {
    const drop = defineLaw({
      name: 'drop',
      description: 'Deposits amounts whose sum depends on their order.',
      deposit: ({ self }) => ({ trail: self.id.toFloat().mul(41234.567).sub(2e7) }),
    });
    const positions = Array.from({ length: 1003 }, (_, k) => [0.5 + (k % 3), (k % 91) / 13]);
    const scene = stillScene(
      { cells: [3, 7], min: -1e9, max: 3e7 },
      { type: 'wrap', min: [0, 0], max: [3, 7] },
      positions,
      [{ type: 'law:drop' }],
      [drop],
    );
    const world = createWorld(scene, { kernel });
    const { id, position } = world.views;
    const expected = new Array<number>(21).fill(0);
    const other = [...expected];
    for (let i = 0; i < positions.length; i++) {
      const own = f(f(id[i] * f(41234.567)) - 2e7);
      const cell = Math.floor(position.x[i]) + 3 * Math.floor(position.y[i]);
      expected[cell] = f(expected[cell] + own);
    }
    for (let i = positions.length - 1; i >= 0; i--) {
      const own = f(f(id[i] * f(41234.567)) - 2e7);
      const cell = Math.floor(position.x[i]) + 3 * Math.floor(position.y[i]);
      other[cell] = f(other[cell] + own);
    }
    // The order makes a difference here.
    expect(other).not.toEqual(expected);
    expect(Math.max(...expected)).toBeGreaterThan(3e7);
    tick(world);
    expect(valuesOf(world)).toEqual(expected.map((value) => Math.min(value, 3e7)));
  });
});
