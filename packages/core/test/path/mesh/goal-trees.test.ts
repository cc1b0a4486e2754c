import { describe, expect, it } from 'vitest';
import { OPEN, type Profile } from '../../../src/path/mesh/access.ts';
import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import { CorridorFinder } from '../../../src/path/mesh/corridor.ts';
import { isLinkWord, isPolygonWord, linkOf } from '../../../src/path/mesh/corridor-words.ts';
import { sharedGoalAt } from '../../../src/path/mesh/goal-trees.ts';
import { createPlace, nearestInPolygon } from '../../../src/path/mesh/mesh-place.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { pathThrough } from '../../../src/path/mesh/whole-path.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { latticeSource, randomSource, twoFloorsSource } from './random-meshes.ts';

/** A point well inside of a polygon. */
function middleOf({ first, x, y }: NavMesh, p: number): [x: number, y: number] {
  const [begin, count] = [first[p], first[p + 1] - first[p]];
  const mean = (of: Float32Array): number =>
    of.subarray(begin, begin + count).reduce((sum, one) => sum + one, 0) / count;
  return [mean(x), mean(y)];
}

describe.each([
  ['squares', (seed: number) => latticeSource(seed, false)],
  ['walls without width', (seed: number) => latticeSource(seed, true)],
  ['bent squares', (seed: number) => randomSource(seed, 5)],
  ['two floors', twoFloorsSource],
] as const)('on %s, the ways to a shared goal', (_, make) => {
  const seed = seedOf(1);
  it.each(Array.from({ length: runsOf(20, 200) }, (_, k) => seed + k))(
    'lead where paths lead, and are not much longer: seed %i',
    (seed) => {
      const { vertices, polygons } = make(seed);
      const random = randomOf(seed);
      const bare = buildMesh(vertices, polygons);
      const any = (): number => Math.floor(random() * bare.polygons);
      const placeIn = (p: number): [number, number, number] => {
        const place = createPlace();
        nearestInPolygon(place, bare, p, ...middleOf(bare, p));
        return [place.x, place.y, place.z];
      };
      const link = (): object => ({
        from: placeIn(any()),
        to: placeIn(any()),
        cost: 4,
        both: false,
      });
      const links = random() < 0.5 ? [] : [link(), link(), link()];
      const owner = polygons.map(() => Math.floor(3 * random()));
      const areas = [1, 2].map((own) => ({
        polygons: owner.flatMap((area, p) => (area === own ? [p] : [])),
      }));
      const mesh = buildMesh(vertices, polygons, { links, areas } as never);
      const finder = new CorridorFinder(mesh);
      const radius = random() < 0.5 ? 0 : 0.3;
      const profile: Profile = {
        ...OPEN,
        radius,
        costOf: random() < 0.5 ? () => 1 : (area) => 1 + area,
      };
      const access = finder.accessOf('any', () => profile);
      let [shared, least] = [0, 0];
      const place = createPlace();
      for (let n = 0; n < 8; n++) {
        const [from, to] = [any(), any()];
        const [start, end] = [middleOf(mesh, from), middleOf(mesh, to)];
        nearestInPolygon(place, mesh, to, ...end);
        const corridor = finder.findShared(from, ...start, sharedGoalAt(mesh, place), access);
        expect(corridor.length > 0).toBe(access.reaches(from, to));
        if (corridor.length === 0) continue;
        expect(corridor.at(-1)).toBe(to);
        corridor.forEach((word, at) => {
          if (!isPolygonWord(word) || at === 0) return;
          const before = corridor[at - 1];
          const p = isPolygonWord(before) ? before : corridor[at - 2];
          if (isLinkWord(before)) {
            expect([mesh.links.from[linkOf(before)], mesh.links.to[linkOf(before)]]).toEqual([
              p,
              word,
            ]);
          } else {
            const edges = mesh.next.subarray(mesh.first[p], mesh.first[p + 1]);
            expect(edges).toContain(word);
          }
        });
        const best = finder.findAny(from, ...start, place, access);
        shared += pathThrough(access, corridor, start, end).cost;
        const { cost } = pathThrough(access, best, start, end);
        least += cost;
        // One may miss a little more where areas cost more.
        expect(pathThrough(access, corridor, start, end).cost).toBeGreaterThan(0.96 * cost - 1e-4);
      }
      expect(shared).toBeLessThan(1.5 * least + 1e-4);
    },
  );
});
