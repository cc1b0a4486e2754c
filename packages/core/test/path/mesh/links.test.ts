import { describe, expect, it } from 'vitest';
import { type Access, OPEN, type Profile } from '../../../src/path/mesh/access.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import {
  isLinkWord,
  isPolygonWord,
  linkOf,
  turnOf,
} from '../../../src/path/mesh/corridor-words.ts';
import { heightIn, polygonsAt } from '../../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { pathThrough } from '../../../src/path/mesh/whole-path.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { ExactMesh, exactLinks, type Point, placeOn } from './exact-mesh.ts';
import { latticeSource, type MeshSource, randomSource, twoFloorsSource } from './random-meshes.ts';

/** By how many hairs a length may differ, see starts.test.ts. */
const HAIRS = 8;

type Place = readonly [x: number, y: number, z: number];

/** A place of any kind on a mesh, with its height. */
function placeIn(exact: ExactMesh, mesh: NavMesh, random: () => number): Place {
  const p = Math.floor(random() * mesh.polygons);
  const [x, y] = placeOn([exact.corners[p]], random);
  return [x, y, heightIn(mesh, p, x, y)];
}

/** Links between any places, some free, some as long as they are, some longer, some that lead back to where they begin. */
function linksFor(source: MeshSource, random: () => number) {
  const [bare, exact] = [buildMesh(source.vertices, source.polygons), new ExactMesh(source)];
  return Array.from({ length: Math.floor(5 * random()) }, () => {
    const from = placeIn(exact, bare, random);
    const to = random() < 0.1 ? from : placeIn(exact, bare, random);
    const way = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const cost = [0, 0.3 * way, way, 2 * way + 1][Math.floor(4 * random())];
    return { from, to, cost, both: random() < 0.5 };
  });
}

/** Checks that each word of a corridor leads to the next. */
function expectCorridor(access: Access, corridor: readonly number[]): void {
  const { mesh, linkCost } = access;
  const { first, next, links } = mesh;
  let p = corridor[0];
  for (let at = 1; at < corridor.length; at++) {
    const word = corridor[at];
    if (isLinkWord(word)) {
      const link = linkOf(word);
      expect([links.from[link], links.to[link]]).toEqual([p, corridor[at + 1]]);
      expect(linkCost[link]).toBeLessThan(Number.POSITIVE_INFINITY);
      p = corridor[++at];
      continue;
    }
    const through = isPolygonWord(word) ? undefined : turnOf(mesh, p, word)[0];
    const q = through === undefined ? word : corridor[++at];
    const edges = [...next.keys()].slice(first[p], first[p + 1]).filter((c) => next[c] === q);
    expect(edges.some((c) => !access.isClosed(p, c) && (through ?? c) === c)).toBe(true);
    p = q;
  }
}

/** Kinds of meshes, how many of each, and seeds that have found a fault. */
const KINDS: readonly (readonly [string, number, number[], (seed: number) => MeshSource])[] = [
  ['squares and rectangles', 1000, [5278], (seed) => latticeSource(seed, false)],
  ['rectangles with walls without width', 1000, [9757], (seed) => latticeSource(seed, true)],
  ['bent squares', 500, [], (seed) => randomSource(seed, 5)],
  ['two floors', 1000, [183, 20434], twoFloorsSource],
];

describe.each(KINDS)('on %s with links, for bodies of any radius', (_, count, found, make) => {
  const seed = seedOf(1);
  const seeds = [...found, ...Array.from({ length: runsOf(30, count) }, (_, k) => seed + k)];
  it.each(seeds)('seed %i: a path is the shortest, and there is one if it says so', (seed) => {
    const source = make(seed);
    const random = randomOf(seed + 9000);
    const mesh = buildMesh(source.vertices, source.polygons, { links: linksFor(source, random) });
    const closed = random() < 0.3 ? Math.floor(random() * 4) : -1;
    const radius = random() < 0.5 ? 0 : [0.4, 0.51, 0.7][Math.floor(3 * random())];
    const profile: Profile = { ...OPEN, radius, isOpen: (index) => index !== closed };
    const heightAt = (p: number, x: number, y: number) => heightIn(mesh, p, x, y);
    const links = exactLinks(mesh, heightAt, profile.isOpen);
    const exact = new ExactMesh(source, radius, links, heightAt, mesh.hair);
    const finder = new CorridorFinder(mesh);
    const access = finder.accessOf('any', () => profile);
    for (let n = 0; n < 12; n++) {
      const [from, to] = [placeIn(exact, mesh, random), placeIn(exact, mesh, random)];
      const [starts, goals] = [polygonsAt(mesh, ...from), polygonsAt(mesh, ...to)];
      const at = `from ${from} to ${to}, radius ${radius}`;
      const shortest = exact.shortest(from, to, mesh.hair);
      const isReached = goals.some((goal) => starts.some((start) => access.reaches(start, goal)));
      expect(isReached, at).toBe(shortest < Number.POSITIVE_INFINITY);
      const [a, b]: Point[] = [from, to];
      const corridor = finder.find(starts, a[0], a[1], goals, b[0], b[1], access);
      expect(corridor.length > 0, at).toBe(isReached);
      if (!isReached) continue;
      expect(starts).toContain(corridor[0]);
      expect(goals).toContain(corridor.at(-1));
      expectCorridor(access, corridor);
      const { cost, points } = pathThrough(access, corridor, [a[0], a[1]], [b[0], b[1]]);
      const most = HAIRS * mesh.hair * (1 + corridor.filter(isLinkWord).length);
      expect(Math.abs(cost - shortest), `${at}: ${cost}, not ${shortest}`).toBeLessThan(most);
      expect(points[0][0]).toBeCloseTo(a[0], 5);
      expect(points.at(-1)![0]).toBeCloseTo(to[0], 5);
      expect(points.at(-1)![2]).toBeCloseTo(to[2], 3);
    }
  });
});
