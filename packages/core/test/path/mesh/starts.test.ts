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
import { ExactMesh, type Point, placeOn } from './exact-mesh.ts';
import { hubSource, latticeSource, type MeshSource, randomSource } from './random-meshes.ts';

/** By how many hairs a length may differ. What is a hair off a vertex or an edge counts as on it, at both ends. */
const HAIRS = 8;

const seeds = (count: number): number[] => {
  const seed = seedOf(1);
  return Array.from({ length: runsOf(Math.ceil(count / 5), count) }, (_, k) => seed + k);
};

function moved({ vertices, polygons }: MeshSource, [byX, byY]: Point): MeshSource {
  return { vertices: vertices.map(([x, y]) => [x + byX, y + byY]), polygons };
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
        const from = placeOn(exact.corners, random);
        return { from, to: n % 20 === 0 ? from : placeOn(exact.corners, random) };
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
