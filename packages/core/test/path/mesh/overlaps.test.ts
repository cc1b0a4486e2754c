import { describe, expect, it } from 'vitest';
import { buildMesh, findMeshProblems } from '../../../src/path/mesh/build-mesh.ts';
import { createPlace, heightIn, nearestInPolygon } from '../../../src/path/mesh/mesh-place.ts';
import { randomOf } from '../../helpers/random-of.ts';
import { runsOf, seedOf } from '../../helpers/runs.ts';
import { type MeshSource, twoFloorsSource } from './random-meshes.ts';

const seed = seedOf(1);
const seeds = Array.from({ length: runsOf(40, 2000) }, (_, k) => seed + k);

/** Two triangles or quadrilaterals in any planes, each with its own corners. */
function pairSource(seed: number): MeshSource {
  const random = randomOf(seed);
  const vertices: MeshSource['vertices'] = [];
  const polygons = [0, 1].map(() => {
    const [x, y, z] = [2 * random(), 2 * random(), random()];
    const [dx, dy] = [random() - 0.5, random() - 0.5];
    const count = random() < 0.5 ? 3 : 4;
    return Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5 * random())) / count;
      const [wx, wy] = [1.5 * Math.cos(angle), 1.5 * Math.sin(angle)];
      return vertices.push([x + wx, y + wy, z + dx * wx + dy * wy]) - 1;
    });
  });
  return { vertices, polygons };
}

/** The least and greatest difference of the heights of two polygons at many points that are well inside of both. */
function differences({ vertices, polygons }: MeshSource): [least: number, greatest: number] {
  const mesh = buildMesh(vertices, polygons);
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const place = createPlace();
  const isIn = (p: number, x: number, y: number): boolean => {
    nearestInPolygon(place, mesh, p, x, y);
    return place.distance === 0;
  };
  for (let x = -2; x < 4; x += 0.05) {
    for (let y = -2; y < 4; y += 0.05) {
      if (!isIn(0, x, y) || !isIn(1, x, y)) continue;
      const difference = heightIn(mesh, 0, x, y) - heightIn(mesh, 1, x, y);
      least = Math.min(least, difference);
      greatest = Math.max(greatest, difference);
    }
  }
  return [least, greatest];
}

const linesOf = ({ vertices, polygons }: MeshSource) =>
  findMeshProblems(vertices, polygons).map(
    ({ polygon, found, expected }) => `${polygon}: ${found}; ${expected}`,
  );

const OVERLAP = '1: an overlap with polygon 0 at the same height; floors apart from each other';

describe('floors that overlap at the same height are refused', () => {
  it('two polygons in any planes, where their heights cross', () => {
    let crossed = 0;
    for (const seed of seeds) {
      const source = pairSource(seed);
      const [least, greatest] = differences(source);
      const lines = linesOf(source);
      if (least < 0 && greatest > 0) {
        crossed++;
        expect(lines, `seed ${seed}`).toEqual([OVERLAP]);
      }
      // All that they share, or a corner of it, can be between the samples.
      if (least > greatest) continue;
      if (least > 0.15 || greatest < -0.15) expect(lines, `seed ${seed}`).toEqual([]);
    }
    expect(crossed).toBeGreaterThan(seeds.length / 20);
  });

  it('but not two floors with ramps between them, unless one sinks onto the other', () => {
    for (const seed of seeds.slice(0, 40)) {
      const { vertices, polygons } = twoFloorsSource(seed);
      expect(linesOf({ vertices, polygons })).toEqual([]);
      const sunk = vertices.map(([x, y, z = 0]): [number, number, number] => [
        x,
        y,
        z === 4 ? 0 : z,
      ]);
      expect(linesOf({ vertices: sunk, polygons }).length).toBeGreaterThan(0);
    }
  });

  it('and a hundred thousand over one point, after a bounded time', () => {
    const stack = (step: number): MeshSource => {
      const vertices: MeshSource['vertices'] = [];
      const polygons: number[][] = [];
      for (let k = 0; k < 100_000; k++) {
        const [z, turn] = [1 + k * step, k * 1e-5];
        vertices.push([turn, 0, z], [3, turn, z], [0, 3, z + 0.001 * step]);
        polygons.push([3 * k, 3 * k + 1, 3 * k + 2]);
      }
      return { vertices, polygons };
    };
    expect(linesOf(stack(0.5))).toEqual([]);
    expect(linesOf(stack(0)).length).toBe(1000);
  });

  it('and a fan of so many triangles that they cannot all be compared', () => {
    const count = 13_000;
    const vertices: MeshSource['vertices'] = [[0, 0, 1]];
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / count;
      vertices.push([1000 * Math.cos(angle), 1000 * Math.sin(angle), 1]);
    }
    const polygons = Array.from({ length: count }, (_, k) => [0, 1 + k, 1 + ((k + 1) % count)]);
    const [line] = linesOf({ vertices, polygons });
    expect(line).toMatch(/too many polygons at the same height around it to compare them/);
  });
});
