import { LIMITS } from '../../schema/limits.ts';

/** A point of a scenario: x, y and, upward, z (m). */
export type Point = readonly [x: number, y: number, z: number];

/** Polygons with shared vertices, as `mesh` and `ground` of a scenario have them. */
export interface Surface {
  vertices: [x: number, y: number, z: number][];
  polygons: number[][];
}

/** Coordinates that differ by at most this fraction of the largest one are the same: four times the rounding of f32. */
const HAIR = 1 / 0x40_0000;

/** The sine of the angle by which a split may bend an edge. A scenario refuses 1e-4. */
const STRAIGHT = 4e-5;

/**
 * Makes a surface of polygons that were made one by one. Corners at one place in the plan whose heights differ by at
 * most `climb` (m) become one vertex. Where a vertex lies on an edge of another polygon, the edge is split, so that
 * neighbors share whole edges. Polygons without area are left out, and so are those on the same side of an edge as an
 * earlier one: generators of meshes sometimes lay one polygon over another. Polygons with too many corners are cut.
 */
export function weld(shapes: readonly (readonly Point[])[], climb: number): Surface {
  const vertices: Surface['vertices'] = [];
  const at = new Map<string, number[]>();
  const largest = shapes
    .flat()
    .reduce((most, [x, y]) => Math.max(most, Math.abs(x), Math.abs(y)), 1);
  const snapX = snapper(HAIR * largest);
  const snapY = snapper(HAIR * largest);
  const vertexOf = ([px, py, pz]: Point): number => {
    const [x, y, z] = [snapX(px), snapY(py), Math.fround(pz)];
    const key = `${x} ${y}`;
    const known = at.get(key) ?? [];
    let found = -1;
    for (const vertex of known) {
      const gap = Math.abs(vertices[vertex][2] - z);
      if (gap > climb || (found >= 0 && gap >= Math.abs(vertices[found][2] - z))) continue;
      found = vertex;
    }
    if (found >= 0) return found;
    const added = vertices.push([x, y, z]) - 1;
    at.set(key, [...known, added]);
    return added;
  };
  const polygons = shapes
    .map((shape) => shape.map(vertexOf).filter((v, k, all) => v !== all[(k + 1) % all.length]))
    .filter((corners) => corners.length > 2 && new Set(corners).size === corners.length)
    .filter((corners) => hasArea(vertices, corners, HAIR * largest));
  const split = splitEdges(vertices, withoutOverlaps(vertices, polygons), climb);
  return compact(
    vertices,
    withoutOverlaps(
      vertices,
      split.flatMap((corners) => halve(vertices, corners)),
    ),
  );
}

/** Cuts a polygon that has more corners than a scenario allows: across the middle, where both sides are widest. */
function halve(vertices: readonly Point[], corners: readonly number[]): number[][] {
  if (corners.length <= LIMITS.meshCorners) return [[...corners]];
  const half = Math.floor(corners.length / 2);
  let best: number[][] = [];
  let widest = -1;
  corners.forEach((_, first) => {
    const turned = [...corners.slice(first), ...corners.slice(0, first)];
    const sides = [turned.slice(0, half + 1), [...turned.slice(half), turned[0]]];
    const width = Math.min(...sides.map((side) => Math.abs(signedArea(vertices, side))));
    if (width <= widest) return;
    widest = width;
    best = sides;
  });
  return best.flatMap((side) => halve(vertices, side));
}

/** Returns a function that replaces each number by the first one that was at most `hair` away. */
function snapper(hair: number): (value: number) => number {
  const known = new Map<number, number>();
  return (value) => {
    const rounded = Math.fround(value) + 0;
    const bucket = Math.floor(rounded / hair);
    for (const near of [bucket, bucket - 1, bucket + 1]) {
      const first = known.get(near);
      if (first !== undefined && Math.abs(first - rounded) <= hair) return first;
    }
    known.set(bucket, rounded);
    return rounded;
  };
}

/** Whether a polygon is wider than `hair` (m) in the plan. */
function hasArea(vertices: readonly Point[], corners: readonly number[], hair: number): boolean {
  let [area, longest] = [0, 0];
  corners.forEach((from, k) => {
    const [ax, ay] = vertices[from];
    const [bx, by] = vertices[corners[(k + 1) % corners.length]];
    area += ax * by - ay * bx;
    longest = Math.max(longest, Math.abs(bx - ax), Math.abs(by - ay));
  });
  return Math.abs(area) > 4 * hair * longest;
}

/** Leaves out polygons on the same side of an edge as an earlier polygon. */
function withoutOverlaps(vertices: readonly Point[], polygons: readonly number[][]): number[][] {
  const taken = new Set<number>();
  return polygons.filter((corners) => {
    const ordered = signedArea(vertices, corners) < 0 ? [...corners].reverse() : corners;
    const edges = ordered.map(
      (from, k) => from * vertices.length + ordered[(k + 1) % ordered.length],
    );
    if (edges.some((edge) => taken.has(edge))) return false;
    for (const edge of edges) taken.add(edge);
    return true;
  });
}

function signedArea(vertices: readonly Point[], corners: readonly number[]): number {
  const [ox, oy] = vertices[corners[0]];
  let area = 0;
  for (let k = 1; k + 1 < corners.length; k++) {
    const [ax, ay] = vertices[corners[k]];
    const [bx, by] = vertices[corners[k + 1]];
    area += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  }
  return area;
}

/** Leaves out vertices that no polygon has. */
function compact(vertices: Surface['vertices'], polygons: readonly number[][]): Surface {
  const numbers = new Map<number, number>();
  const kept: Surface['vertices'] = [];
  const renumbered = polygons.map((corners) =>
    corners.map((vertex) => {
      let number = numbers.get(vertex);
      if (number === undefined) {
        number = kept.push(vertices[vertex]) - 1;
        numbers.set(vertex, number);
      }
      return number;
    }),
  );
  return { vertices: kept, polygons: renumbered };
}

/**
 * Finds the polygon edges that are not shared in their full length. Wherever a vertex of another polygon lies on such
 * an edge, the edge gets an additional corner.
 */
function splitEdges(
  vertices: readonly Point[],
  polygons: readonly number[][],
  climb: number,
): number[][] {
  const keyOf = (a: number, b: number): number =>
    a < b ? a * vertices.length + b : b * vertices.length + a;
  const uses = new Map<number, number>();
  for (const corners of polygons) {
    corners.forEach((from, k) => {
      const key = keyOf(from, corners[(k + 1) % corners.length]);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    });
  }
  const ends = new Set<number>();
  let longest = 0;
  for (const [key, count] of uses) {
    if (count > 1) continue;
    const [a, b] = [Math.floor(key / vertices.length), key % vertices.length];
    ends.add(a).add(b);
    longest +=
      Math.abs(vertices[a][0] - vertices[b][0]) + Math.abs(vertices[a][1] - vertices[b][1]);
  }
  const near = squaresOf(vertices, ends, longest / (ends.size || 1) || 1);
  return polygons.map((corners) =>
    corners.flatMap((from, k) => {
      const to = corners[(k + 1) % corners.length];
      if (uses.get(keyOf(from, to))! > 1) return [from];
      return [from, ...verticesOn(vertices, near(vertices[from], vertices[to]), from, to, climb)];
    }),
  );
}

/** Returns a function that lists the vertices of a set in the squares, of this size (m), around two points. */
function squaresOf(vertices: readonly Point[], among: ReadonlySet<number>, size: number) {
  const squares = new Map<string, number[]>();
  const at = (value: number): number => Math.floor(value / size);
  for (const vertex of among) {
    const key = `${at(vertices[vertex][0])} ${at(vertices[vertex][1])}`;
    const square = squares.get(key);
    if (square === undefined) squares.set(key, [vertex]);
    else square.push(vertex);
  }
  return ([ax, ay]: Point, [bx, by]: Point): number[] => {
    const found: number[] = [];
    for (let x = at(Math.min(ax, bx)) - 1; x <= at(Math.max(ax, bx)) + 1; x++) {
      for (let y = at(Math.min(ay, by)) - 1; y <= at(Math.max(ay, by)) + 1; y++) {
        found.push(...(squares.get(`${x} ${y}`) ?? []));
      }
    }
    return found;
  };
}

/** Which of these vertices lie on the edge between two vertices, in order from the edge's start. */
function verticesOn(
  vertices: readonly Point[],
  among: readonly number[],
  from: number,
  to: number,
  climb: number,
): number[] {
  const [ax, ay, az] = vertices[from];
  const [ex, ey, ez] = [vertices[to][0] - ax, vertices[to][1] - ay, vertices[to][2] - az];
  const length = Math.sqrt(ex * ex + ey * ey);
  const found: { vertex: number; along: number }[] = [];
  for (const vertex of among) {
    if (vertex === from || vertex === to) continue;
    const [wx, wy, wz] = [
      vertices[vertex][0] - ax,
      vertices[vertex][1] - ay,
      vertices[vertex][2] - az,
    ];
    const along = (wx * ex + wy * ey) / length;
    if (!(along > 0 && along < length)) continue;
    const beside = Math.abs(ex * wy - ey * wx) / length;
    if (beside > STRAIGHT * Math.min(along, length - along)) continue;
    if (Math.abs(wz - (ez * along) / length) > climb) continue;
    found.push({ vertex, along });
  }
  return found.sort((one, other) => one.along - other.along).map(({ vertex }) => vertex);
}
