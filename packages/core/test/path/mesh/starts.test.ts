import { describe, expect, it } from 'vitest';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { type MeshPlace, polygonsAt } from '../../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { createWorld } from '../../../src/tick/create-world.ts';
import { findPaths } from '../../../src/world/find-paths.ts';
import { meshIn } from '../../../src/world/mesh.ts';
import { innerOf } from '../../../src/world/public-world.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { ExactMesh, type Point } from './exact-mesh.ts';
import { type MeshSource, randomSource } from './random-meshes.ts';

/** By how many hairs a length may differ. What is a hair off a vertex or an edge counts as on it, at both ends. */
const HAIRS = 8;

const seeds = (count: number): number[] => {
  const seed = seedOf(1);
  return Array.from({ length: runsOf(Math.ceil(count / 5), count) }, (_, k) => seed + k);
};

/**
 * Squares of 1 m, some missing, some cut into triangles, some joined to rectangles. The rectangles have corners in a
 * line where others touch them; with `walls`, some have not, so that there are walls without width. With `walls`, also
 * squares touch at a corner alone.
 */
function latticeSource(seed: number, walls: boolean): MeshSource {
  const random = randomOf(seed);
  const [width, height] = [3 + Math.floor(4 * random()), 2 + Math.floor(4 * random())];
  const missing = 0.35 * random();
  const vertices: [number, number][] = [];
  for (let y = 0; y <= height; y++) for (let x = 0; x <= width; x++) vertices.push([x, y]);
  const open = Array.from({ length: width * height }, () => random() >= missing);
  const isOpen = (x: number, y: number) => x < width && y < height && open[y * width + x];
  const vertex = (x: number, y: number) => y * (width + 1) + x;
  for (let again = !walls; again; ) {
    again = false;
    for (let at = 0; at + width < open.length; at++) {
      if (at % width === width - 1) continue;
      const four = [at, at + 1, at + width, at + width + 1];
      const [a, b, c, d] = four.map((cell) => open[cell]);
      if (a !== d || b !== c || a === b) continue;
      for (const cell of four) open[cell] = true;
      again = true;
    }
  }
  const polygons: number[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isOpen(x, y)) continue;
      let [right, high] = [x + 1, y + 1];
      if (random() < 0.4) while (isOpen(right, y) && random() < 0.6) right++;
      const isRow = (row: number) => {
        return Array.from({ length: right - x }, (_, k) => isOpen(x + k, row)).every(Boolean);
      };
      if (random() < 0.4) while (isRow(high) && random() < 0.6) high++;
      for (let row = y; row < high; row++) open.fill(false, row * width + x, row * width + right);
      const around: number[] = [];
      for (let k = x; k < right; k++) around.push(vertex(k, y));
      for (let k = y; k < high; k++) around.push(vertex(right, k));
      for (let k = right; k > x; k--) around.push(vertex(k, high));
      for (let k = high; k > y; k--) around.push(vertex(x, k));
      const corners = [vertex(x, y), vertex(right, y), vertex(right, high), vertex(x, high)];
      const [a, b, c, d] = corners;
      const isSquare = around.length === 4;
      if (isSquare && random() < 0.4) polygons.push([a, b, c], [a, c, d]);
      else polygons.push(walls && random() < 0.5 ? corners : around);
    }
  }
  if (polygons.length === 0) polygons.push([0, 1, width + 2, width + 1]);
  return { vertices, polygons };
}

/** A ring of narrow triangles around a hub, and one of quadrilaterals around them with some missing. */
function hubSource(seed: number): MeshSource {
  const random = randomOf(seed);
  const spokes = 3 + Math.floor(20 * random());
  const rim = (radius: number) =>
    Array.from({ length: spokes }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / spokes;
      return [1 + radius * Math.cos(angle), 2 + radius * Math.sin(angle)];
    });
  const polygons: number[][] = [];
  for (let k = 0; k < spokes; k++) {
    const next = (k + 1) % spokes;
    polygons.push([0, 1 + k, 1 + next]);
    if (random() < 0.7) polygons.push([1 + k, 1 + spokes + k, 1 + spokes + next, 1 + next]);
  }
  return { vertices: [[1, 2], ...rim(1), ...rim(3)], polygons };
}

function moved({ vertices, polygons }: MeshSource, [byX, byY]: Point): MeshSource {
  return { vertices: vertices.map(([x, y]) => [x + byX, y + byY]), polygons };
}

/** A place of any kind: a vertex, a point of an edge, a point 1e-6 m beside a vertex, or one inside a polygon. */
function placeOn({ corners }: ExactMesh, random: () => number): Point {
  const of = corners[Math.floor(random() * corners.length)];
  const k = Math.floor(random() * of.length);
  const [a, b] = [of[k], of[(k + 1) % of.length]];
  const kind = random();
  if (kind < 0.4) return a;
  const share = [0.5, 0.25, random()][Math.floor(3 * random())];
  const onEdge: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  if (kind < 0.6) return onEdge;
  const toward = [0, 1].map(
    (axis) => of.reduce((sum, corner) => sum + corner[axis], 0) / of.length,
  );
  const far = kind < 0.8 ? 1e-6 / Math.hypot(toward[0] - b[0], toward[1] - b[1]) : random();
  return [b[0] + far * (toward[0] - b[0]), b[1] + far * (toward[1] - b[1])];
}

function worldOn(mesh: MeshSource) {
  const [a, b, c] = mesh.polygons[0].map((vertex) => mesh.vertices[vertex]);
  const middle = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
  const spawn = { type: 'points', positions: [middle] };
  const species = [{ name: 'walker', count: 1, spawn, behaviors: [] }];
  return createWorld(parseScenario({ name: 'mesh', dimensions: 2, mesh, species }));
}

const KINDS: readonly (readonly [string, number, (seed: number) => MeshSource])[] = [
  ['squares and rectangles', 40, (seed) => latticeSource(seed, false)],
  ['rectangles with walls without width', 40, (seed) => latticeSource(seed, true)],
  ['bent squares', 12, (seed) => randomSource(seed)],
  ['a hub', 12, hubSource],
  ['squares far from the origin', 12, (seed) => moved(latticeSource(seed, false), [4096, -300])],
];

describe.each(KINDS)(
  'on %s, a way is the shortest from and to every kind of place',
  (_, count, make) => {
    it.each(seeds(count))('seed %i', (seed) => {
      const source = make(seed);
      const exact = new ExactMesh(source);
      const world = worldOn(source);
      const { hair } = meshIn(innerOf(world));
      const random = randomOf(seed + 5000);
      const queries = Array.from({ length: 60 }, (_, n) => {
        const from = placeOn(exact, random);
        return { from, to: n % 20 === 0 ? from : placeOn(exact, random) };
      });
      const found = findPaths(world, queries);
      for (const [k, { from, to }] of queries.entries()) {
        const { status, length, points } = found[k];
        const at = `from ${from} to ${to}`;
        const shortest = exact.shortest(from, to, hair);
        expect(status, at).toBe(shortest < Number.POSITIVE_INFINITY ? 'found' : 'unreachable');
        if (status === 'unreachable') continue;
        expect(Math.abs(length - shortest), `${at}: ${length}, not ${shortest}`).toBeLessThan(
          HAIRS * hair,
        );
        const ends = [
          points[0] - from[0],
          points[1] - from[1],
          points.at(-2)! - to[0],
          points.at(-1)! - to[1],
        ];
        expect(Math.max(...ends.map(Math.abs)), at).toBeLessThan(HAIRS * hair);
      }
    });
  },
);

describe('a search has a bound', () => {
  /** A field of 40 x 40 squares with a pillar in every fourth, and all ways as long as each other. */
  function pillars(edge: number): NavMesh {
    const vertices: [number, number][] = [];
    for (let y = 0; y <= edge; y++) for (let x = 0; x <= edge; x++) vertices.push([x, y]);
    const polygons: number[][] = [];
    for (let at = 0; at < edge * edge; at++) {
      const [x, y] = [at % edge, Math.floor(at / edge)];
      if (x % 2 === 1 && y % 2 === 1) continue;
      const a = y * (edge + 1) + x;
      polygons.push([a, a + 1, a + edge + 2, a + edge + 1]);
    }
    return buildMesh(vertices, polygons);
  }

  it('of less than a view per corner where many ways are equally long', () => {
    const mesh = pillars(100);
    const finder = new CorridorFinder(mesh, () => {}, mesh.x.length);
    const [start, goal] = [polygonsAt(mesh, 76.5, 55.5), polygonsAt(mesh, 6.5, 7.5)];
    const corridor = finder.find(start, 76.5, 55.5, goal, 6.5, 7.5);
    expect([corridor[0], corridor.at(-1)]).toEqual([start[0], goal[0]]);
  });

  it('and an error that names the query, or a corridor of few polygons', () => {
    const mesh = pillars(8);
    const finder = new CorridorFinder(mesh, () => {}, 5);
    const [start, goal] = [polygonsAt(mesh, 0.5, 0.5), polygonsAt(mesh, 6.5, 7.5)];
    expect(() => finder.find(start, 0.5, 0.5, goal, 6.5, 7.5)).toThrow(
      expect.objectContaining({
        code: 'SEARCH_TOO_LARGE',
        message:
          'The path from (0.5, 0.5) in polygon 0 to (6.5, 7.5) in polygon 47: found more than 5 views on the mesh, expected at most that many.',
      }),
    );
    const any = finder.findAny(start[0], 0.5, 0.5, placeIn(goal[0], 6.5, 7.5));
    expect(any.length).toBe(14);
    expect([any[0], any.at(-1)]).toEqual([start[0], goal[0]]);
  });

  it('also on a mesh whose parts are wrong', () => {
    const mesh = buildMesh(
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [5, 5],
        [6, 5],
        [5, 6],
      ],
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    );
    mesh.part.fill(1);
    expect(() => new CorridorFinder(mesh).findAny(0, 0.2, 0.2, placeIn(1, 5.2, 5.2))).toThrow(
      'polygon 0 is not connected with 1',
    );
  });
});

function placeIn(polygon: number, x: number, y: number): MeshPlace {
  return { polygon, x, y, z: 0, distance: 0 };
}
