import { describe, expect, it } from 'vitest';
import { type Access, OPEN, type Profile } from '../../../src/path/mesh/access.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { heightIn, isInPolygon } from '../../../src/path/mesh/mesh-place.ts';
import { cornerAfter, type NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { pathThrough, type WholePath } from '../../../src/path/mesh/whole-path.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { pointIn } from './naive-mesh.ts';
import { latticeSource, type MeshSource, randomSource, twoFloorsSource } from './random-meshes.ts';

/** Points per edge of the dense graph. */
const DENSE = 24;
/** Points per leg of a path whose cost is sampled. */
const SAMPLES = 100;

interface Node {
  readonly x: number;
  readonly y: number;
  readonly polygons: readonly number[];
}

/**
 * The cost of the cheapest path that changes direction only at points of edges, many on each: Dijkstra over all pairs of
 * points of each polygon. It is at least that of the cheapest path of all.
 */
function denseCost(mesh: NavMesh, costOf: (p: number) => number, a: Node, b: Node): number {
  const nodes: Node[] = [a, b];
  for (let p = 0; p < mesh.polygons; p++) {
    for (let c = mesh.first[p]; c < mesh.first[p + 1]; c++) {
      const q = mesh.next[c];
      const d = cornerAfter(mesh, p, c);
      if (q >= 0 && q < p) continue;
      const count = q < 0 ? 1 : DENSE;
      for (let k = 0; k <= count; k++) {
        const x = mesh.x[c] + (k / count) * (mesh.x[d] - mesh.x[c]);
        const y = mesh.y[c] + (k / count) * (mesh.y[d] - mesh.y[c]);
        nodes.push({ x, y, polygons: q < 0 ? [p] : [p, q] });
      }
    }
  }
  const inPolygon = Array.from({ length: mesh.polygons }, (): number[] => []);
  for (const [k, { polygons }] of nodes.entries()) for (const p of polygons) inPolygon[p].push(k);
  const best = nodes.map((_, k) => (k === 0 ? 0 : Number.POSITIVE_INFINITY));
  const open = new Set(nodes.keys());
  while (open.size > 0) {
    let at = -1;
    for (const k of open) if (at < 0 || best[k] < best[at]) at = k;
    open.delete(at);
    if (at === 1 || best[at] === Number.POSITIVE_INFINITY) break;
    const { x, y, polygons } = nodes[at];
    for (const p of polygons) {
      for (const to of inPolygon[p]) {
        const way = best[at] + costOf(p) * Math.hypot(nodes[to].x - x, nodes[to].y - y);
        if (way < best[to]) best[to] = way;
      }
    }
  }
  return best[1];
}

/** About the cost of a path; between polygons, that of the cheaper one. */
function sampledCost(mesh: NavMesh, costOf: (p: number) => number, points: WholePath['points']) {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [[ax, ay, az], [bx, by, bz]] = [points[k - 1], points[k]];
    for (let n = 0; n < SAMPLES; n++) {
      const share = (n + 0.5) / SAMPLES;
      const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
      const around = polygonsNear(mesh, x, y, az + share * (bz - az));
      sum += Math.min(...around.map(costOf)) * (Math.hypot(bx - ax, by - ay) / SAMPLES);
    }
  }
  return sum;
}

/** The polygons that contain a point, about at its height. */
function polygonsNear(mesh: NavMesh, x: number, y: number, z: number): number[] {
  return [...Array(mesh.polygons).keys()].filter(
    (p) => isInPolygon(mesh, p, x, y) && Math.abs(heightIn(mesh, p, x, y) - z) < 0.5,
  );
}

const KINDS: readonly (readonly [string, (seed: number) => MeshSource])[] = [
  ['squares and rectangles', (seed) => latticeSource(seed, false)],
  ['bent squares', (seed) => randomSource(seed, 4)],
  ['two floors', twoFloorsSource],
];

describe.each(KINDS)('on %s with areas', (_, make) => {
  const seed = seedOf(1);
  const seeds = Array.from({ length: runsOf(12, 300) }, (_, k) => seed + k);
  it.each(seeds)('seed %i: a path costs about as little as possible', (seed) => {
    const source = make(seed);
    const random = randomOf(seed + 400);
    const areas = [0, 1, 2].map((k) => ({
      polygons: [...source.polygons.keys()].filter(() => random() < 0.15 * (k + 1)),
    }));
    const mesh = buildMesh(source.vertices, source.polygons, { areas });
    const costs = [1, 3, 0.5, 10 * random() + 0.2];
    const profile: Profile = { ...OPEN, costOf: (area) => costs[area] };
    const finder = new CorridorFinder(mesh);
    const access: Access = finder.accessOf('any', () => profile);
    const costOf = (p: number) => costs[mesh.area[p]];
    for (let n = 0; n < 3; n++) {
      const [p, q] = [0, 1].map(() => Math.floor(random() * mesh.polygons));
      const [a, b] = [pointIn(mesh, p, random), pointIn(mesh, q, random)];
      if (!finder.reaches(p, q)) continue;
      const node = ([x, y]: typeof a, polygon: number): Node => ({ x, y, polygons: [polygon] });
      const dense = denseCost(mesh, costOf, node(a, p), node(b, q));
      const corridor = finder.find([p], a[0], a[1], [q], b[0], b[1], access);
      const { cost, points } = pathThrough(access, corridor, [a[0], a[1]], [b[0], b[1]]);
      const at = `from ${a} in ${p} to ${b} in ${q}: ${cost}, not ${dense}`;
      expect(cost / dense, at).toBeLessThan(1.03);
      expect(cost, at).toBeGreaterThan(0.99 * sampledCost(mesh, costOf, points));
    }
  });
});
