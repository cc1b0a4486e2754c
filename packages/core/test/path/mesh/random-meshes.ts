import { buildMesh } from '../../../src/path/mesh/build-mesh.ts';
import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';
import { randomOf } from '../../helpers/random-of.ts';

export interface MeshSource {
  readonly vertices: number[][];
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

/**
 * Squares of 1 m, some missing, some cut into triangles, some joined to rectangles. The rectangles have corners in a
 * line where others touch them; with `walls`, some have not, so that there are walls without width. With `walls`, also
 * squares touch at a corner alone.
 */
export function latticeSource(seed: number, walls: boolean): MeshSource {
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
export function hubSource(seed: number): MeshSource {
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

/**
 * A floor of bent squares above another, 4 m higher. Ramps lead from both to a row of landings between them, beside the
 * floors. There are one to three ramps from each floor, or none, where the squares at which they begin are missing.
 */
export function twoFloorsSource(seed: number): MeshSource {
  const random = randomOf(seed + 77);
  const edge = 4 + Math.floor(2 * random());
  const floors = [0, 1].map((k) => randomSource(seed + 100_000 * k, edge, 0.3 * random()));
  const vertices: MeshSource['vertices'] = [];
  const polygons: number[][] = [];
  floors.forEach(({ vertices: flat, polygons: listed }, k) => {
    const first = vertices.length;
    for (const [x, y] of flat) vertices.push([x, y, 4 * k]);
    for (const polygon of listed) polygons.push(polygon.map((vertex) => first + vertex));
  });
  const landings = vertices.length;
  for (let y = 0; y <= edge; y++) {
    vertices.push([edge / 2 + 3, y, 2], [edge / 2 + 5, y, 2]);
  }
  for (let y = 0; y < edge; y++) {
    const a = landings + 2 * y;
    polygons.push([a, a + 1, a + 3, a + 2]);
    const floor = Math.floor(3 * random());
    if (floor === 2) continue;
    // The right ends of two rows of vertices.
    const from = floor * (edge + 1) * (edge + 1) + y * (edge + 1) + edge;
    polygons.push([from, a, a + 2, from + edge + 1]);
  }
  return { vertices, polygons };
}
