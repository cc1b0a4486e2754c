import { binsOf } from './bins.ts';
import { type LinkInput, linksOn, NO_LINKS } from './links.ts';
import type { NavMesh } from './nav-mesh.ts';

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
  const x = Float32Array.from(vertex, (v) => vertices[v][0]);
  const y = Float32Array.from(vertex, (v) => vertices[v][1]);
  const z = Float32Array.from(vertex, (v) => vertices[v][2] ?? 0);
  let largest = 0;
  for (let c = 0; c < x.length; c++) {
    largest = Math.max(largest, Math.abs(x[c]), Math.abs(y[c]), Math.abs(z[c]));
  }
  const shape = {
    polygons: polygons.length,
    first,
    x,
    y,
    z,
    flat: z.every((height) => height === 0),
    hair: HAIR * largest,
  };
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

/**
 * Finds all problems of polygons: vertices that do not exist, invalid shapes, and edges that more than two polygons
 * share.
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
  edgesOf(vertices, polygons, (polygon, corner, other) => {
    const found = `an edge that polygon ${other} also has, on the same side`;
    problems.push({ polygon, corner, found, expected: 'polygons that lie side by side' });
  });
  return problems;
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
  const seen = new Map<string, number>();
  for (const [corner, place] of places.entries()) {
    const key = `${place[0] + 0} ${place[1] + 0}`;
    const other = seen.get(key);
    if (other !== undefined) {
      const found = `the position of corner ${other} again`;
      return { corner, found, expected: 'a different position for each corner' };
    }
    seen.set(key, corner);
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
  const owner = new Map<number, number>();
  const next = new Int32Array(total).fill(-1);
  const corner = (polygon: number, c: number): number => {
    const k = c - first[polygon];
    const count = first[polygon + 1] - first[polygon];
    return turned[polygon] === 1 ? (2 * count - 2 - k) % count : k;
  };
  for (let polygon = 0; polygon < polygons.length; polygon++) {
    const [begin, end] = [first[polygon], first[polygon + 1]];
    for (let c = begin; c < end; c++) {
      const from = vertex[c];
      const to = vertex[c + 1 < end ? c + 1 : begin];
      const key = from * vertices.length + to;
      const other = owner.get(key);
      if (other === undefined) owner.set(key, polygon);
      else clash(polygon, corner(polygon, c), other);
    }
  }
  for (let polygon = 0; polygon < polygons.length; polygon++) {
    const [begin, end] = [first[polygon], first[polygon + 1]];
    for (let c = begin; c < end; c++) {
      const to = vertex[c + 1 < end ? c + 1 : begin];
      next[c] = owner.get(to * vertices.length + vertex[c]) ?? -1;
    }
  }
  return { first, vertex, next };
}

/** For each vertex, the first vertex at the same position. */
function firstAtPlace(vertices: Points): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(vertices, ([x, y, z = 0], vertex) => {
    const key = `${Math.fround(x) + 0} ${Math.fround(y) + 0} ${Math.fround(z) + 0}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, vertex);
    return before ?? vertex;
  });
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
function cornerOf(first: Uint32Array, vertex: Uint32Array, p: number, v: number): number {
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
