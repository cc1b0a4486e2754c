import { describe, expect, it } from 'vitest';
import { mapFromRows } from '../../../src/path/map.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { pullStraight } from '../../../src/path/mesh/funnel.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { PathFinder } from '../../../src/path/path-finder.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { lengthOf, pointIn, sees, shortestWay } from './naive-mesh.ts';
import { randomMesh } from './random-meshes.ts';

type Point = readonly [x: number, y: number];

/** The way that a finder finds, first point with it; undefined for none. */
function wayOf(finder: CorridorFinder, p: number, a: Point, q: number, b: Point, radius = 0) {
  const corridor = finder.find([p], ...a, [q], ...b);
  if (corridor.length === 0) return undefined;
  const flat = pullStraight(finder.mesh, corridor, 0, corridor.length, a, b, radius);
  const points: Point[] = [a];
  for (let k = 0; k < flat.length; k += 2) points.push([flat[k], flat[k + 1]]);
  return { corridor, points };
}

function lengthAlong(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, k) => sum + lengthOf(points[k], point), 0);
}

function draw(mesh: NavMesh, random: () => number): [number, Point] {
  const polygon = Math.floor(random() * mesh.polygons);
  return [polygon, pointIn(mesh, polygon, random)];
}

describe('ways over random meshes', () => {
  const seed = seedOf(1);
  it.each(Array.from({ length: runsOf(4, 12) }, (_, k) => seed + k))('seed %i', (seed) => {
    const mesh = randomMesh(seed);
    const finder = new CorridorFinder(mesh);
    const random = randomOf(seed + 1000);
    for (let n = 0; n < 8; n++) {
      const [[p, a], [q, b]] = [draw(mesh, random), draw(mesh, random)];
      const shortest = shortestWay(mesh, a, b);
      const way = wayOf(finder, p, a, q, b);
      expect(way !== undefined, 'reached').toBe(finder.reaches(p, q));
      if (way === undefined) continue;
      const { corridor, points } = way;
      expect([corridor[0], corridor.at(-1)]).toEqual([p, q]);
      for (let k = 1; k < corridor.length; k++) {
        const [one, other] = [corridor[k - 1], corridor[k]];
        expect(mesh.next.slice(mesh.first[one], mesh.first[one + 1])).toContain(other);
      }
      for (let k = 1; k < points.length; k++) {
        expect(sees(mesh, points[k - 1], points[k]), 'stays on the mesh').toBe(true);
      }
      const length = lengthAlong(points);
      expect(length).toBeGreaterThan(shortest * (1 - 1e-5));
      expect(length).toBeLessThan(shortest * (1 + 1e-5));
    }
  });
});

/** The open cells of a map as squares of 1 m, and where each cell's square is in the list. */
function squaresOf({ width, height, cost }: ReturnType<typeof mapFromRows>) {
  const vertices: [number, number][] = [];
  for (let y = 0; y <= height; y++) for (let x = 0; x <= width; x++) vertices.push([x, y]);
  const squareOf = new Map<number, number>();
  const polygons: number[][] = [];
  for (let cell = 0; cell < cost.length; cell++) {
    if (cost[cell] === 0) continue;
    const a = (cell % width) + Math.floor(cell / width) * (width + 1);
    squareOf.set(cell, polygons.push([a, a + 1, a + width + 2, a + width + 1]) - 1);
  }
  return { mesh: buildMesh(vertices, polygons), squareOf };
}

it('a mesh of squares reaches the same cells as the map, by ways no longer', () => {
  const random = randomOf(seedOf(7));
  const rows = Array.from({ length: 12 }, () => {
    return Array.from({ length: 14 }, () => (random() < 0.35 ? '#' : '.')).join('');
  });
  const map = mapFromRows(rows);
  const grid = new PathFinder(map);
  const { mesh, squareOf } = squaresOf(map);
  const finder = new CorridorFinder(mesh);
  const cells = [...squareOf.keys()];
  const center = (cell: number): Point => [(cell % 14) + 0.5, Math.floor(cell / 14) + 0.5];
  let found = 0;
  for (let n = 0; n < runsOf(60, 200); n++) {
    const [start, goal] = [0, 1].map(() => cells[Math.floor(random() * cells.length)]);
    const way = wayOf(
      finder,
      squareOf.get(start)!,
      center(start),
      squareOf.get(goal)!,
      center(goal),
    );
    expect(way !== undefined).toBe(grid.reaches(start, goal));
    if (way === undefined) continue;
    found++;
    expect(lengthAlong(way.points)).toBeLessThan(grid.find(start, goal).length + 1e-9);
  }
  expect(found).toBeGreaterThan(20);
  expect(found).toBeLessThan(200);
});

it('keeps a radius away from the corners of walls, and to the middle of a narrow door', () => {
  const rows = ['.....', '##.##', '.....'];
  const { mesh, squareOf } = squaresOf(mapFromRows(rows));
  const finder = new CorridorFinder(mesh);
  const points = (radius: number) => {
    return wayOf(finder, squareOf.get(0)!, [0.5, 0.5], squareOf.get(10)!, [0.5, 2.5], radius)!
      .points;
  };
  expect(points(0)).toEqual([
    [0.5, 0.5],
    [2, 1],
    [2, 2],
    [0.5, 2.5],
  ]);
  expect(points(0.25)).toEqual([
    [0.5, 0.5],
    [2, 0.75],
    [2.25, 1],
    [2.25, 2],
    [2, 2.25],
    [0.5, 2.5],
  ]);
  const wide = points(3).map(([x, y]) => [Number(x.toFixed(6)), y]);
  expect(wide).toContainEqual([2.45, 1]);
  expect(wide).toContainEqual([2.45, 2]);
});
