import type { NavMesh } from '../../../src/path/mesh/nav-mesh.ts';

/** Everything below works from the corners alone, in the slow and plain way. */

type Point = readonly [x: number, y: number];

function cornersOf({ first, x, y }: NavMesh, polygon: number): Point[] {
  return Array.from({ length: first[polygon + 1] - first[polygon] }, (_, k): Point => {
    return [x[first[polygon] + k], y[first[polygon] + k]];
  });
}

/** The span [from, to] of the line from a to b, as shares, that lies inside of a convex polygon. */
function spanIn(corners: readonly Point[], a: Point, b: Point): [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [k, [cx, cy]] of corners.entries()) {
    const [dx, dy] = corners[(k + 1) % corners.length];
    const length = Math.hypot(dx - cx, dy - cy);
    const inside = ([x, y]: Point) => ((dx - cx) * (y - cy) - (dy - cy) * (x - cx)) / length + 1e-6;
    const [before, after] = [inside(a), inside(b)];
    if (before < 0 && after < 0) return undefined;
    if (before < 0) from = Math.max(from, before / (before - after));
    if (after < 0) to = Math.min(to, before / (before - after));
  }
  return from <= to ? [from, to] : undefined;
}

/** Whether the straight way from a to b stays on the mesh, a hair beyond its edges included. */
export function sees(mesh: NavMesh, a: Point, b: Point): boolean {
  const spans = Array.from({ length: mesh.polygons }, (_, p) => spanIn(cornersOf(mesh, p), a, b))
    .filter((span) => span !== undefined)
    .sort((one, other) => one[0] - other[0]);
  let reached = 0;
  for (const [from, to] of spans) {
    if (from > reached + 1e-6) return false;
    reached = Math.max(reached, to);
  }
  return spans.length > 0 && reached >= 1 - 1e-6;
}

/** Length of the shortest way from a to b: Dijkstra over what the corners at walls see of each other. */
export function shortestWay(mesh: NavMesh, a: Point, b: Point): number {
  const keys = new Set<string>();
  const points: Point[] = [a, b];
  for (let c = 0; c < mesh.x.length; c++) {
    const key = `${mesh.x[c]} ${mesh.y[c]}`;
    if (mesh.wall[c] === 0 || keys.has(key)) continue;
    keys.add(key);
    points.push([mesh.x[c], mesh.y[c]]);
  }
  const best = points.map((_, k) => (k === 0 ? 0 : Number.POSITIVE_INFINITY));
  const open = new Set(points.keys());
  while (open.size > 0) {
    const at = [...open].reduce((one, other) => (best[other] < best[one] ? other : one));
    open.delete(at);
    if (at === 1 || best[at] === Number.POSITIVE_INFINITY) break;
    for (const to of open) {
      const way = best[at] + lengthOf(points[at], points[to]);
      if (way < best[to] && sees(mesh, points[at], points[to])) best[to] = way;
    }
  }
  return best[1];
}

export function lengthOf(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** A point inside of a polygon, a mean of its corners by some weights. */
export function pointIn(mesh: NavMesh, polygon: number, random: () => number): Point {
  const corners = cornersOf(mesh, polygon);
  const weights = corners.map(() => 0.05 + random());
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return [0, 1].map((axis) =>
    corners.reduce((total, corner, k) => total + (corner[axis] * weights[k]) / sum, 0),
  ) as unknown as Point;
}
