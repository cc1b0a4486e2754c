import { binsOf } from './bins.ts';
import { type LinkInput, linksOn, NO_LINKS } from './links.ts';
import { levelsOf, type NavMesh } from './nav-mesh.ts';
import { findOverlaps } from './overlaps.ts';

type Points = readonly (readonly number[])[];
type Polygons = readonly (readonly number[])[];

/** What a mesh has beside its polygons. */
export interface MeshParts {
  readonly areas?: readonly { readonly polygons: readonly number[] }[];
  readonly links?: readonly LinkInput[];
}

/** A problem with a polygon, and the corner where the problem is. */
export interface MeshProblem {
  readonly polygon: number;
  readonly corner?: number;
  readonly found: string;
  readonly expected: string;
}

/**
 * The sine of the largest angle by which a corner may point inward. It is not 0, because rounding to f32 bends straight
 * edges.
 */
const STRAIGHT = 1e-4;

/**
 * The distance by which rounding may move a point, as a fraction of a coordinate: four times the largest rounding error
 * of f32.
 */
const HAIR = 1 / 0x40_0000;

/** A mesh while it is built: its corners, and the polygon on the other side of each edge. */
interface Edges {
  readonly first: Uint32Array;
  /** For each corner, the first vertex at the same position. */
  readonly vertex: Uint32Array;
  readonly next: Int32Array;
}

/**
 * Builds a mesh from vertices and polygons. A polygon is a list of vertex numbers. Clockwise polygons are reversed. Two
 * vertices at the same position become one vertex.
 *
 * @param polygons polygons for which `findMeshProblems` finds no problem
 * @param parts the areas of polygons, at most 255, and the links between places. A polygon that several areas list is in
 * the last of them
 */
export function buildMesh(
  vertices: Points,
  polygons: Polygons,
  { areas = [], links = [] }: MeshParts = {},
): NavMesh {
  const { first, vertex, next } = edgesOf(vertices, polygons, () => {});
  const shape = shapeOf(vertices, first, vertex);
  const area = new Uint8Array(polygons.length);
  areas.forEach((listed, index) => {
    for (const polygon of listed.polygons) area[polygon] = index + 1;
  });
  const mesh = {
    ...shape,
    vertex,
    vertices: vertices.length,
    next,
    wall: wallsOf(first, vertex, next),
    part: partsOf({ first, next }),
    area,
    bins: binsOf(shape),
    links: NO_LINKS,
  };
  return links.length === 0 ? mesh : { ...mesh, links: linksOn(mesh, links) };
}

function shapeOf(vertices: Points, first: Uint32Array, vertex: Uint32Array) {
  const [x, y, z] = [0, 1, 2].map(() => new Float32Array(vertex.length));
  let largest = 0;
  for (let c = 0; c < x.length; c++) {
    const place = vertices[vertex[c]];
    x[c] = place[0];
    y[c] = place[1];
    z[c] = place[2] ?? 0;
    largest = Math.max(largest, Math.abs(x[c]), Math.abs(y[c]), Math.abs(z[c]));
  }
  const flat = z.every((height) => height === 0);
  const polygons = first.length - 1;
  const level = levelsOf({ polygons, first, z });
  return { polygons, first, x, y, z, flat, level, hair: HAIR * largest };
}

/**
 * Finds all problems of polygons: vertices that do not exist, invalid shapes, edges that more than two polygons share,
 * and, if the mesh has heights, floors that overlap at the same height.
 */
export function findMeshProblems(vertices: Points, polygons: Polygons): MeshProblem[] {
  const problems: MeshProblem[] = [];
  polygons.forEach((corners, polygon) => {
    const beyond = corners.findIndex((vertex) => vertex >= vertices.length);
    if (beyond >= 0) {
      const expected = `a vertex, 0 to ${vertices.length - 1}`;
      problems.push({ polygon, corner: beyond, found: `${corners[beyond]}`, expected });
      return;
    }
    const shape = shapeProblem(vertices, corners);
    if (shape !== undefined) problems.push({ polygon, ...shape });
  });
  if (problems.length > 0) return problems;
  const { first, vertex } = edgesOf(vertices, polygons, (polygon, corner, other) => {
    const found = `an edge that polygon ${other} also has, on the same side`;
    problems.push({ polygon, corner, found, expected: 'polygons that lie side by side' });
  });
  if (problems.length > 0) return problems;
  const shape = shapeOf(vertices, first, vertex);
  if (shape.flat) return problems;
  return findOverlaps(shape, binsOf(shape)).map(({ polygon, other }) => ({
    polygon,
    found:
      other === undefined
        ? 'too many polygons at the same height around it to compare them'
        : `an overlap with polygon ${other} at the same height`,
    expected: 'floors apart from each other',
  }));
}

/** The problem with the shape of a polygon, if there is one. */
function shapeProblem(
  vertices: Points,
  corners: readonly number[],
): Omit<MeshProblem, 'polygon'> | undefined {
  const places = corners.map((vertex) => [
    Math.fround(vertices[vertex][0]),
    Math.fround(vertices[vertex][1]),
  ]);
  for (let corner = 1; corner < places.length; corner++) {
    for (let other = 0; other < corner; other++) {
      const [[ax, ay], [bx, by]] = [places[corner], places[other]];
      if (ax !== bx || ay !== by) continue;
      const found = `the position of corner ${other} again`;
      return { corner, found, expected: 'a different position for each corner' };
    }
  }
  const side = areaOf(places) < 0 ? -1 : 1;
  const count = places.length;
  let turned = 0;
  for (let corner = 0; corner < count; corner++) {
    const [ax, ay] = places[(corner + count - 1) % count];
    const [bx, by] = places[corner];
    const [cx, cy] = places[(corner + 1) % count];
    const [ux, uy, vx, vy] = [bx - ax, by - ay, cx - bx, cy - by];
    const cross = side * (ux * vy - uy * vx);
    const size = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
    if (cross < -STRAIGHT * size || (ux * vx + uy * vy < 0 && cross <= STRAIGHT * size)) {
      return { corner, found: 'a corner that points inward', expected: 'a convex polygon' };
    }
    // Along the boundary of a convex polygon, the direction changes from left to right and back once.
    if (isLeftward(ux, uy) !== isLeftward(vx, vy)) turned++;
  }
  if (turned > 2) return { found: 'edges that cross', expected: 'a convex polygon' };
  return undefined;
}

function isLeftward(x: number, y: number): boolean {
  return x < 0 || (x === 0 && y < 0);
}

/** Twice the area of a polygon with these corners; negative if they are in clockwise order. */
function areaOf(places: readonly (readonly number[])[]): number {
  let area = 0;
  const [ox, oy] = places[0];
  for (let k = 1; k + 1 < places.length; k++) {
    const [ax, ay] = places[k];
    const [bx, by] = places[k + 1];
    area += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  }
  return area;
}

/**
 * Lists the corners of all polygons, and finds the polygon on the other side of each edge. Calls `clash` for each edge
 * that is used twice in the same direction.
 */
function edgesOf(
  vertices: Points,
  polygons: Polygons,
  clash: (polygon: number, corner: number, other: number) => void,
): Edges {
  const same = firstAtPlace(vertices);
  const total = polygons.reduce((sum, corners) => sum + corners.length, 0);
  const first = new Uint32Array(polygons.length + 1);
  const vertex = new Uint32Array(total);
  const turned = new Uint8Array(polygons.length);
  polygons.forEach((corners, polygon) => {
    const begin = first[polygon];
    first[polygon + 1] = begin + corners.length;
    const places = corners.map((v) => [Math.fround(vertices[v][0]), Math.fround(vertices[v][1])]);
    turned[polygon] = areaOf(places) < 0 ? 1 : 0;
    corners.forEach((_, k) => {
      vertex[begin + k] = same[corners[turned[polygon] === 1 ? corners.length - 1 - k : k]];
    });
  });
  const from = cornersByVertex(vertices.length, first, vertex);
  const next = new Int32Array(total).fill(-1);
  const corner = (polygon: number, c: number): number => {
    const k = c - first[polygon];
    const count = first[polygon + 1] - first[polygon];
    return turned[polygon] === 1 ? (2 * count - 2 - k) % count : k;
  };
  for (let polygon = 0; polygon < polygons.length; polygon++) {
    const [begin, end] = [first[polygon], first[polygon + 1]];
    for (let c = begin; c < end; c++) {
      const to = vertex[c + 1 < end ? c + 1 : begin];
      const other = from.polygonOf(vertex[c], to);
      if (other !== polygon) clash(polygon, corner(polygon, c), other);
      next[c] = from.polygonOf(to, vertex[c]);
    }
  }
  return { first, vertex, next };
}

/** From this many edges at a vertex on, they are sorted by their other ends. */
const MANY = 16;

/** Finds the edges of a mesh by their ends. */
function cornersByVertex(vertices: number, first: Uint32Array, vertex: Uint32Array) {
  const begin = new Uint32Array(vertices + 1);
  for (const v of vertex) begin[v + 1]++;
  for (let v = 0; v < vertices; v++) begin[v + 1] += begin[v];
  // For each edge, ordered by the vertex where it begins: its other end and its polygon.
  const ends = new Uint32Array(vertex.length);
  const owners = new Uint32Array(vertex.length);
  const filled = begin.slice();
  for (let polygon = 0; polygon + 1 < first.length; polygon++) {
    for (let c = first[polygon]; c < first[polygon + 1]; c++) {
      const at = filled[vertex[c]]++;
      ends[at] = vertex[c + 1 < first[polygon + 1] ? c + 1 : first[polygon]];
      owners[at] = polygon;
    }
  }
  for (let v = 0; v < vertices; v++) {
    const [from, to] = [begin[v], begin[v + 1]];
    if (to - from < MANY) continue;
    // The sort is stable, so of equal edges the first remains the first.
    const order = Uint32Array.from({ length: to - from }, (_, k) => from + k);
    order.sort((one, other) => ends[one] - ends[other]);
    ends.set(
      order.map((at) => ends[at]),
      from,
    );
    owners.set(
      order.map((at) => owners[at]),
      from,
    );
  }
  /** The first polygon that has an edge from one vertex to another; -1 if there is none. */
  const polygonOf = (from: number, to: number): number => {
    let at = begin[from];
    const end = begin[from + 1];
    if (end - at >= MANY) {
      for (let high = end; at < high; ) {
        const middle = (at + high) >> 1;
        if (ends[middle] < to) at = middle + 1;
        else high = middle;
      }
      return at < end && ends[at] === to ? owners[at] : -1;
    }
    while (at < end && ends[at] !== to) at++;
    return at < end ? owners[at] : -1;
  };
  return { polygonOf };
}

/** For each vertex, the first vertex at the same position. */
function firstAtPlace(vertices: Points): Uint32Array {
  const [x, y, z] = [0, 1, 2].map((axis) => {
    const values = new Float32Array(vertices.length);
    for (let v = 0; v < vertices.length; v++) values[v] = vertices[v][axis] ?? 0;
    return values;
  });
  const first = new Uint32Array(vertices.length);
  for (let v = 0; v < first.length; v++) first[v] = v;
  // The sort is stable, so of vertices at one place the first remains the first.
  const order = first.slice().sort((v, w) => x[v] - x[w] || y[v] - y[w] || z[v] - z[w]);
  for (let k = 1; k < order.length; k++) {
    const [v, w] = [order[k - 1], order[k]];
    if (x[v] === x[w] && y[v] === y[w] && z[v] === z[w]) first[w] = first[v];
  }
  return first;
}

/**
 * Marks the corners where a wall begins or ends. A wall marks the corners of all polygons around its end: those that
 * are connected by edges through this end. A vertex of polygons that overlap can be at a wall for some of them only.
 */
function wallsOf(first: Uint32Array, vertex: Uint32Array, next: Int32Array): Uint8Array {
  const wall = new Uint8Array(vertex.length);
  const after = (p: number, c: number): number => (c + 1 < first[p + 1] ? c + 1 : first[p]);
  const before = (p: number, c: number): number => (c > first[p] ? c - 1 : first[p + 1] - 1);
  for (let polygon = 0; polygon + 1 < first.length; polygon++) {
    for (let c = first[polygon]; c < first[polygon + 1]; c++) {
      if (next[c] >= 0) continue;
      // From corner to corner around each end, away from this wall, up to the next one.
      for (let [p, at] = [polygon, c]; ; ) {
        wall[at] = 1;
        const q = next[before(p, at)];
        if (q < 0) break;
        at = cornerOf(first, vertex, q, vertex[at]);
        p = q;
      }
      for (let at = after(polygon, c); ; at = cornerOf(first, vertex, next[at], vertex[at])) {
        wall[at] = 1;
        if (next[at] < 0) break;
      }
    }
  }
  return wall;
}

/** The corner of polygon `p` at a vertex. The polygon must have one. */
export function cornerOf(first: Uint32Array, vertex: Uint32Array, p: number, v: number): number {
  let c = first[p];
  while (vertex[c] !== v && c + 1 < first[p + 1]) c++;
  return c;
}

/**
 * For each polygon, the number of the connected part that contains the polygon. Parts are numbered from 1.
 *
 * @param isClosed whether edge `c` of polygon `p` is closed
 */
export function partsOf(
  { first, next }: Pick<NavMesh, 'first' | 'next'>,
  isClosed: (p: number, c: number) => boolean = () => false,
): Uint32Array {
  const part = new Uint32Array(first.length - 1);
  const stack: number[] = [];
  let count = 0;
  for (let seed = 0; seed < part.length; seed++) {
    if (part[seed] !== 0) continue;
    part[seed] = ++count;
    stack.push(seed);
    for (let polygon = stack.pop(); polygon !== undefined; polygon = stack.pop()) {
      for (let c = first[polygon]; c < first[polygon + 1]; c++) {
        const other = next[c];
        if (other < 0 || part[other] !== 0 || isClosed(polygon, c)) continue;
        part[other] = count;
        stack.push(other);
      }
    }
  }
  return part;
}
