import { heightIn } from './mesh-place.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** A point of a mesh (m). */
export type SurfacePoint = readonly [x: number, y: number, z: number];

/** A point of the plan (m). */
type Plane = readonly [x: number, y: number];

/** A point of a path is left out if it is at most this far (m) above or below the line between its neighbors. */
const IN_LINE = 1e-3;

/**
 * Returns the points of a path through a corridor, with heights. On a mesh that is not flat, the path also has a point
 * where it crosses an edge, if the slope changes there. So the line through the points stays on the surface.
 *
 * @param corridor list of polygons, each a neighbor of the polygon before it; no links, nor points of edges
 * @param path x, y, x, y and so on (m): the start, the points where the path turns, and the end
 */
export function onSurface(
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  path: ArrayLike<number>,
): SurfacePoint[] {
  const last = path.length / 2 - 1;
  const at = (k: number): Plane => [path[2 * k], path[2 * k + 1]];
  if (mesh.flat) return Array.from({ length: last + 1 }, (_, k): SurfacePoint => [...at(k), 0]);
  const points: SurfacePoint[] = [];
  const put = (polygon: number, x: number, y: number, isBend: boolean): void => {
    const before = points.at(-1);
    const isThere = before !== undefined && distance(before, [x, y, 0]) <= mesh.hair;
    if (!isThere) points.push([x, y, heightIn(mesh, polygon, x, y)]);
    if (isBend) bends.add(points.length - 1);
  };
  const bends = new Set<number>();
  let segment = 0;
  put(corridor[0], ...at(0), true);
  for (let k = 0; k + 1 < corridor.length; k++) {
    const [ax, ay, bx, by] = edgeBetween(mesh, corridor[k], corridor[k + 1]);
    // The path is at most as far from an edge that it crosses as rounding moves a point.
    const shareOf = (from: Plane, to: Plane): number =>
      shareAt(from, to, [ax, ay], [bx, by], 2 * mesh.hair);
    while (segment < last - 1 && shareOf(planeOf(points.at(-1)!), at(segment + 1)) < 0) {
      segment++;
      put(corridor[k], ...at(segment), true);
    }
    const [from, to] = [planeOf(points.at(-1)!), at(segment + 1)];
    const share = Math.abs(shareOf(from, to));
    const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    put(corridor[k], x, y, false);
  }
  for (segment++; segment <= last; segment++) {
    put(corridor[corridor.length - 1], ...at(segment), true);
  }
  return points.filter(
    (point, k) => bends.has(k) || !isInLine(points[k - 1], point, points[k + 1]),
  );
}

function planeOf([x, y]: SurfacePoint): Plane {
  return [x, y];
}

/** Where a line touches an edge (m), as a share of the line; -1 if they are farther apart than `most` (m). */
function shareAt(from: Plane, to: Plane, a: Plane, b: Plane, most: number): number {
  if (nearestOn(a, b, from)[1] <= most) return 0;
  const [before, after] = [sideOf(a, b, from), sideOf(a, b, to)];
  const crosses = before * after < 0 && sideOf(from, to, a) * sideOf(from, to, b) < 0;
  if (crosses) return before / (before - after);
  const ends = [nearestOn(from, to, a), nearestOn(from, to, b)].filter(([, off]) => off <= most);
  if (ends.length > 0) return Math.min(...ends.map(([share]) => share));
  return nearestOn(a, b, to)[1] <= most ? 1 : -1;
}

/** The point of a line nearest to a point, as a share of the line, and the distance between them (m). */
function nearestOn([ax, ay]: Plane, [bx, by]: Plane, [x, y]: Plane): [share: number, off: number] {
  const [ex, ey] = [bx - ax, by - ay];
  const squared = ex * ex + ey * ey;
  const along = squared > 0 ? ((x - ax) * ex + (y - ay) * ey) / squared : 0;
  const share = along > 0 ? (along < 1 ? along : 1) : 0;
  const [offX, offY] = [x - ax - share * ex, y - ay - share * ey];
  return [share, Math.sqrt(offX * offX + offY * offY)];
}

/** Positive if a point is to the left of the line from a to b. */
function sideOf([ax, ay]: Plane, [bx, by]: Plane, [x, y]: Plane): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

function isInLine(before: SurfacePoint, point: SurfacePoint, after: SurfacePoint): boolean {
  const whole = distance(before, after);
  const share = whole > 0 ? distance(before, point) / whole : 0;
  return Math.abs(before[2] + share * (after[2] - before[2]) - point[2]) <= IN_LINE;
}

function distance([ax, ay]: SurfacePoint, [bx, by]: SurfacePoint): number {
  return Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
}

/** The ends of an edge between a polygon and its neighbor, in the order of the polygon's corners. */
function edgeBetween(
  mesh: NavMesh,
  p: number,
  q: number,
): [ax: number, ay: number, bx: number, by: number] {
  const { first, x, y, next } = mesh;
  let c = first[p];
  while (next[c] !== q && c + 1 < first[p + 1]) c++;
  const d = cornerAfter(mesh, p, c);
  return [x[c], y[c], x[d], y[d]];
}
