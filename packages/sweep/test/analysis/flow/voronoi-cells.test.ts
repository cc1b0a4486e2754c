import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Box, cellAreas } from '../../../src/analysis/flow/voronoi-cells.ts';

type Point = readonly [number, number];

const BOX: Box = { min: [-1, -2], max: [3, 1] };
const AREA = 12;

function areasOf(points: readonly Point[], cutoff: number, box = BOX) {
  const [x, y] = [0, 1].map((axis) => Float64Array.from(points, (point) => point[axis]));
  const { whole, inside } = cellAreas(x, y, box, cutoff);
  return { whole: [...whole], inside: [...inside] };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The area of the cell of point `at` in a box, by cutting the box with the half plane of each other point. */
function bruteForce(points: readonly Point[], at: number, { min, max }: Box): number {
  const [cx, cy] = points[at];
  let cell: Point[] = [min, [max[0], min[1]], max, [min[0], max[1]]];
  for (const [k, [x, y]] of points.entries()) {
    if (k === at) continue;
    const nearer = ([px, py]: Point) =>
      Math.hypot(px - x, py - y) ** 2 - Math.hypot(px - cx, py - cy) ** 2;
    cell = cell.flatMap((point, n) => {
      const next = cell[(n + 1) % cell.length];
      const [a, b] = [nearer(point), nearer(next)];
      const kept = a >= 0 ? [point] : [];
      if (a >= 0 === b >= 0) return kept;
      const share = a / (a - b);
      return [
        ...kept,
        [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])] as Point,
      ];
    });
  }
  let twice = 0;
  for (const [n, [x, y]] of cell.entries()) {
    const [nx, ny] = cell[(n + 1) % cell.length];
    twice += x * ny - nx * y;
  }
  return twice / 2;
}

const coordinate = (low: number, high: number) =>
  fc.integer({ min: 0, max: 1000 }).map((k) => low + ((high - low) * k) / 1000);

it('cells are those of half planes, one for each other point, also on lattices and lines, seed 8', () => {
  const free = fc.tuple(coordinate(-4, 6), coordinate(-5, 4));
  const coarse = fc.tuple(fc.integer({ min: -3, max: 5 }), fc.integer({ min: -4, max: 3 }));
  const inLine = fc.tuple(
    fc.integer({ min: -9, max: 9 }).map((k) => k / 3),
    fc.constant(0.5),
  );
  const input = fc.oneof(
    ...[free, coarse, inLine].map((one) =>
      fc.uniqueArray(one, { minLength: 1, maxLength: 14, selector: (point) => point.join() }),
    ),
  );
  fc.assert(
    fc.property(input, (points: Point[]) => {
      const { inside } = areasOf(points, 1000);
      for (const [at, area] of inside.entries()) {
        expect(area).toBeCloseTo(bruteForce(points, at, BOX), 4);
      }
      // They cover the box.
      expect(sum(inside)).toBeCloseTo(AREA, 4);
    }),
    { seed: 8, numRuns: 300 },
  );
});

it('cells of a lattice are its squares; those at the border are cut off by circles', () => {
  const points = Array.from({ length: 49 }, (_, k): Point => [(k % 7) - 2, Math.floor(k / 7) - 4]);
  const { whole, inside } = areasOf(points, 0.9);
  expect(whole[24]).toBeCloseTo(1, 12);
  // Cells with their centers in the box, on its sides and at its corners.
  expect(inside[24]).toBeCloseTo(1, 12);
  expect(sum(inside)).toBeCloseTo(AREA, 9);
});

it('a lone agent has a circle, as a polygon of 32 sides', () => {
  const circle = (cutoff: number) => 16 * cutoff ** 2 * Math.sin(Math.PI / 16);
  const { whole, inside } = areasOf([[1, -0.5]], 0.7);
  expect(whole[0]).toBeCloseTo(circle(0.7), 12);
  expect(whole[0] / (Math.PI * 0.7 ** 2)).toBeGreaterThan(0.993);
  expect(inside).toEqual(whole);
  // Of a circle around a corner, a quarter is in the box.
  const corner = areasOf([[3, 1]], 0.7);
  expect(corner.inside[0]).toBeCloseTo(circle(0.7) / 4, 12);
});

it('agents at one place share a cell', () => {
  const { whole, inside } = areasOf(
    [
      [0, 0],
      [2, 0],
      [2, 0],
      [0, 0],
      [0, 0],
    ],
    1000,
  );
  expect(inside.map((area) => area.toFixed(9))).toEqual(
    [2, 3, 3, 2, 2].map((area) => area.toFixed(9)),
  );
  expect(whole[0]).toBe(whole[4]);
});

it('agents outside, without an area of their own, cut the cells of those inside', () => {
  // The border between the two is at 3.65, and the circle reaches as far as 3.9.
  const { whole, inside } = areasOf(
    [
      [2.9, -0.5],
      [4.4, -0.5],
    ],
    1,
  );
  const [lone] = areasOf([[2.9, -0.5]], 1).whole;
  const beyond = Math.acos(0.75) - 0.75 * Math.sqrt(1 - 0.75 ** 2);
  expect(lone - whole[0]).toBeCloseTo(beyond, 1);
  expect(lone - whole[0]).toBeGreaterThan(0.15);
  expect(inside[1]).toBe(0);
});

it('agents that are far away change nothing, and have no area', () => {
  const near: Point[] = [
    [0, 0],
    [1, -1],
    [3.5, 0.5],
    [2, 1.9],
  ];
  const far: Point[] = [
    [50, 3],
    [-40, -2],
    [1, 5.1],
  ];
  const alone = areasOf(near, 1);
  const all = areasOf([...near, ...far], 1);
  expect(all.inside).toEqual([...alone.inside, 0, 0, 0]);
  expect(sum(alone.inside)).toBeGreaterThan(3);
});
