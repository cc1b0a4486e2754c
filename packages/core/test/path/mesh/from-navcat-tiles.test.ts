import type { NavMesh } from 'navcat';
import { generateTiledNavMesh } from 'navcat/blocks';
import { describe, expect, it } from 'vitest';
import { buildMesh, findMeshProblems } from '../../../src/path/mesh/build-mesh.ts';
import { groundFromNavcat } from '../../../src/path/mesh/from-navcat.ts';
import { randomLevel } from '../../ground/level.ts';

const CELL = 0.2;
const OPTIONS = {
  cellSize: CELL,
  cellHeight: 0.1,
  walkableRadiusVoxels: 2,
  walkableRadiusWorld: 0.4,
  walkableClimbVoxels: 5,
  walkableClimbWorld: 0.5,
  walkableHeightVoxels: 18,
  walkableHeightWorld: 1.8,
  walkableSlopeAngleDegrees: 45,
  minRegionArea: 8,
  mergeRegionArea: 20,
  maxSimplificationError: 1.3,
  maxEdgeLength: 60,
  maxVerticesPerPoly: 6,
  detailSampleDistance: 1,
  detailSampleMaxError: 0.1,
};

/** The sizes of the connected parts of a navigation mesh, as areas in the plan (m²). */
function partsOf(nav: NavMesh): number[] {
  const seen = new Set<number>();
  const areas: number[] = [];
  const polys = nav.nodes.filter(
    ({ allocated, polyIndex, tileId }) => allocated && tileId >= 0 && polyIndex >= 0,
  );
  for (const { index } of polys) {
    if (seen.has(index)) continue;
    seen.add(index);
    const open = [index];
    let area = 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const { tileId, polyIndex, links } = nav.nodes[node];
      const tile = nav.tiles[tileId];
      area += areaOf(
        tile.polys[polyIndex].vertices.map((k) => [tile.vertices[3 * k], tile.vertices[3 * k + 2]]),
      );
      for (const link of links) {
        const other = nav.links[link].toNodeIndex;
        if (seen.has(other)) continue;
        seen.add(other);
        open.push(other);
      }
    }
    areas.push(area);
  }
  return areas.sort((a, b) => a - b);
}

function areaOf(corners: readonly (readonly number[])[]): number {
  const twice = corners.reduce((sum, [x, y], k) => {
    const [nx, ny] = corners[(k + 1) % corners.length];
    return sum + x * ny - y * nx;
  }, 0);
  return Math.abs(twice) / 2;
}

describe('groundFromNavcat', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'connects the tiles of random level %i as navcat does',
    (seed) => {
      const tileSizeVoxels = [16, 24, 40][seed % 3];
      const { navMesh } = generateTiledNavMesh(randomLevel(seed), {
        ...OPTIONS,
        tileSizeVoxels,
        tileSizeWorld: tileSizeVoxels * CELL,
        borderSize: 5,
      });
      const { vertices, polygons } = groundFromNavcat(navMesh);
      expect(findMeshProblems(vertices, polygons)).toEqual([]);
      const { part } = buildMesh(vertices, polygons);
      const areas = new Map<number, number>();
      polygons.forEach((corners, polygon) => {
        const area = areaOf(corners.map((v) => vertices[v]));
        areas.set(part[polygon], (areas.get(part[polygon]) ?? 0) + area);
      });
      const found = [...areas.values()].sort((a, b) => a - b);
      const expected = partsOf(navMesh);
      expect(found.map((area) => area.toFixed(1))).toEqual(expected.map((area) => area.toFixed(1)));
    },
  );
});
