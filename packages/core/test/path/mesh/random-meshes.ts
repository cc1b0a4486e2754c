import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { randomOf } from '../../helpers/random-of.ts';

export interface MeshSource {
  readonly vertices: [number, number][];
  readonly polygons: number[][];
}

/**
 * A field of bent squares, in any order, some of them clockwise. Some squares are missing, but none touches another at
 * a corner alone. Other squares are cut into two triangles.
 */
export function randomSource(seed: number, edge = 6, missing = 0.3): MeshSource {
  const random = randomOf(seed);
  const vertices: [number, number][] = [];
  for (let y = 0; y <= edge; y++) {
    for (let x = 0; x <= edge; x++) {
      vertices.push([x + 0.5 * random() - 0.25 - edge / 2, y + 0.5 * random() - 0.25]);
    }
  }
  const open = Array.from({ length: edge * edge }, () => random() >= missing);
  fillBetweenCorners(open, edge);
  const polygons: number[][] = [];
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const a = y * (edge + 1) + x;
      const [b, c, d] = [a + 1, a + edge + 2, a + edge + 1];
      if (!open[y * edge + x]) continue;
      const shapes =
        random() < 0.5
          ? [[a, b, c, d]]
          : [
              [a, b, c],
              [a, c, d],
            ];
      for (const shape of shapes) {
        if (random() < 0.3) shape.reverse();
        polygons.splice(Math.floor(random() * (polygons.length + 1)), 0, shape);
      }
    }
  }
  if (polygons.length === 0) polygons.push([0, 1, edge + 2, edge + 1]);
  return { vertices, polygons };
}

/** Opens squares until no two touch at a corner alone, where lines of sight of no width would lead through. */
function fillBetweenCorners(open: boolean[], edge: number): void {
  for (let again = true; again; ) {
    again = false;
    for (let at = 0; at < open.length - edge; at++) {
      if (at % edge === edge - 1) continue;
      const [a, b, c, d] = [at, at + 1, at + edge, at + edge + 1];
      if (open[a] !== open[d] || open[b] !== open[c] || open[a] === open[b]) continue;
      open[a] = true;
      open[b] = true;
      again = true;
    }
  }
}

export function randomMesh(seed: number, edge?: number, missing?: number): NavMesh {
  const { vertices, polygons } = randomSource(seed, edge, missing);
  return buildMesh(vertices, polygons);
}
