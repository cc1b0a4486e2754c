import { expect } from 'vitest';
import { groundFromTriangles } from '../../src/ground/index.ts';
import { buildMesh } from '../../src/path/mesh/build-mesh.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { LIMITS } from '../../src/schema/limits.ts';

const heightAt = (i: number, j: number): number => 1.5 * Math.sin(0.35 * i) * Math.cos(0.3 * j);

/** Hills on a square of whole meters, with a vertex every meter. */
function hills(size: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = (i: number, j: number): number => i * (size + 1) + j;
  for (let i = 0; i <= size; i++) {
    for (let j = 0; j <= size; j++) {
      positions.push(i, heightAt(i, j), j);
      if (i === size || j === size) continue;
      indices.push(at(i, j), at(i, j + 1), at(i + 1, j));
      indices.push(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions, indices };
}

/** Checks a ground that is made of hills: it is one part, covers them, and is at most a quarter of a climb off them. */
export function expectHills(size: number): void {
  const ground = groundFromTriangles(hills(size));
  parseScenario({
    name: 'hills',
    dimensions: 3,
    ground,
    species: [{ name: 'walker', count: 1, spawn: { type: 'points', positions: [[9, -9, 0]] } }],
  });
  expect(new Set(buildMesh(ground.vertices, ground.polygons).part).size).toBe(1);
  const corners = ground.polygons.map(({ length }) => length);
  expect(Math.max(...corners)).toBeLessThanOrEqual(LIMITS.meshCorners);
  let [area, furthest] = [0, 0];
  for (const polygon of ground.polygons) {
    const [a, ...others] = polygon.map((vertex) => ground.vertices[vertex]);
    for (let k = 1; k < others.length; k++) {
      const [b, c] = [others[k - 1], others[k]];
      area += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
      for (const [ofB, ofC] of [
        [0, 0.5],
        [0.5, 0],
        [0.5, 0.5],
        [0.33, 0.33],
      ]) {
        const [x, y, z] = [0, 1, 2].map(
          (axis) => a[axis] + ofB * (b[axis] - a[axis]) + ofC * (c[axis] - a[axis]),
        );
        furthest = Math.max(furthest, Math.abs(z - heightAt(x, -y)));
      }
    }
  }
  expect(area / (size * size)).toBeGreaterThan(0.97);
  expect(area / (size * size)).toBeLessThan(1);
  // Triangles of 1 m lie up to 0.05 m off the hills.
  expect(furthest).toBeLessThan(0.15);
}
