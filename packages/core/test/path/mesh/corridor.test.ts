import { describe, expect, it } from 'vitest';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { pullStraight } from '../../../src/path/mesh/funnel.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { lengthOf, pointIn, sees, shortestWay } from './naive-mesh.ts';
import { randomMesh } from './random-meshes.ts';

type Point = readonly [x: number, y: number];

/** The way that a finder finds, first point with it; undefined for none. */
function wayOf(finder: CorridorFinder, p: number, a: Point, q: number, b: Point, radius = 0) {
  const corridor = finder.find(p, ...a, q, ...b);
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
  it.each(Array.from({ length: runsOf(12) }, (_, k) => seed + k))('seed %i', (seed) => {
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
