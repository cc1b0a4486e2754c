import { describe, expect, it } from 'vitest';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { isPolygonWord, nextLink } from '../../../src/path/mesh/corridor-words.ts';
import { pullStraight } from '../../../src/path/mesh/funnel.ts';
import { BENDS, isInLimits, limitBends, moveBends } from '../../../src/path/mesh/kept-bends.ts';
import { createPlace, heightIn, nearestInPolygon } from '../../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { latticeSource, type MeshSource, randomSource, twoFloorsSource } from './random-meshes.ts';

/** A random point of a polygon (m), often on an edge or a corner, or a tenth of a hair beside it. */
function pointIn(mesh: NavMesh, p: number, random: () => number): [x: number, y: number] {
  const { first, x, y, hair } = mesh;
  const corners = first[p + 1] - first[p];
  const weights = Array.from({ length: corners }, () => (random() < 0.3 ? 0 : random()));
  weights[Math.floor(random() * corners)] += random() < 0.2 ? 100 : 0.1;
  const sum = weights.reduce((a, b) => a + b, 0);
  const off = (): number => (random() < 0.2 ? 0.2 * hair * (random() - 0.5) : 0);
  const at = (of: Float32Array): number =>
    weights.reduce((total, weight, k) => total + (weight / sum) * of[first[p] + k], 0) + off();
  return [Math.fround(at(x)), Math.fround(at(y))];
}

const KINDS: readonly (readonly [string, (seed: number) => MeshSource])[] = [
  ['squares and rectangles', (seed) => latticeSource(seed, false)],
  ['rectangles with walls without width', (seed) => latticeSource(seed, true)],
  ['bent squares', (seed) => randomSource(seed, 5)],
  ['two floors', twoFloorsSource],
];

describe.each(KINDS)('on %s', (_, make) => {
  const seed = seedOf(1);
  let [inside, looked] = [0, 0];

  it.each(Array.from({ length: runsOf(40, 2000) }, (_, k) => seed + k))(
    'seed %i: wherever bends are kept, a search for them finds the same, to the bit',
    (seed) => {
      const source = make(seed);
      const random = randomOf(seed + 500);
      const bare = buildMesh(source.vertices, source.polygons);
      const place = (): [number, number, number] => {
        const p = Math.floor(random() * bare.polygons);
        const [x, y] = pointIn(bare, p, random);
        return [x, y, heightIn(bare, p, x, y)];
      };
      const link = { from: place(), to: place(), cost: 1, both: true };
      const links = random() < 0.5 ? [link] : [];
      const mesh = buildMesh(source.vertices, source.polygons, { links });
      const finder = new CorridorFinder(mesh);
      const record = new Float64Array(BENDS.words);
      for (let way = 0; way < 6; way++) {
        const start = Math.floor(random() * mesh.polygons);
        const [x, y] = pointIn(mesh, start, random);
        const goal = createPlace();
        const to = Math.floor(random() * mesh.polygons);
        nearestInPolygon(goal, mesh, to, ...pointIn(mesh, to, random));
        if (!finder.reaches(start, to)) continue;
        const corridor = finder.findAny(start, x, y, goal);
        const end = corridor.length;
        const radius = random() < 0.2 ? 0 : 0.5 * random();
        const pull = (at: number, x: number, y: number): number[] =>
          pullStraight(mesh, corridor, at, end, [x, y], [goal.x, goal.y], radius, 2);
        const bends = pull(0, x, y);
        record.set(bends.slice(0, 4));
        const until = limitBends(record, mesh, corridor, 0, end, x, y, [goal.x, goal.y], radius);
        looked++;
        if (until < 0) continue;
        inside++;
        expect(until).toBeLessThan(nextLink(corridor, 0, end));
        for (let at = 0; at <= until; at++) {
          if (!isPolygonWord(corridor[at])) continue;
          if (at > 0 && !moveBends(record, 0, mesh, corridor, at, end, radius)) continue;
          for (let k = 0; k < 20; k++) {
            const near = at === 0 && k < 10 ? 0.2 : 1;
            const [px, py] = pointIn(mesh, corridor[at], random);
            const [qx, qy] = near < 1 ? [x + near * (px - x), y + near * (py - y)] : [px, py];
            if (isInLimits(record, 0, qx, qy)) {
              expect(pull(at, qx, qy), `from (${qx}, ${qy}) at ${at}`).toEqual(bends);
            }
          }
        }
      }
    },
  );

  it('keeps most bends', () => {
    expect(looked).toBeGreaterThan(20);
    expect(inside / looked).toBeGreaterThan(0.4);
  });
});
