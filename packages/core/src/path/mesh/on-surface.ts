import { heightIn } from './mesh-place.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

type Point = readonly [x: number, y: number, z: number];

/** A point of a path is left out if it is at most this far (m) above or below the line between its neighbors. */
const IN_LINE = 1e-3;

/**
 * Returns the points of a path through a corridor, with heights. On a mesh that is not flat, the path also has a point
 * where it crosses an edge, if the slope changes there. So the line through the points stays on the surface.
 *
 * @param corridor list of polygons, each a neighbor of the polygon before it
 * @param path x, y, x, y and so on (m): the start, the points where the path turns, and the end
 */
export function onSurface(
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  path: ArrayLike<number>,
): Point[] {
  const last = path.length / 2 - 1;
  const at = (k: number): readonly [number, number] => [path[2 * k], path[2 * k + 1]];
  if (mesh.flat) return Array.from({ length: last + 1 }, (_, k): Point => [...at(k), 0]);
  const points: Point[] = [];
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
    const length = distance([ax, ay, 0], [bx, by, 0]);
    const [ex, ey] = [(bx - ax) / length, (by - ay) / length];
    const off = ([x, y]: readonly number[]): number => ex * (y - ay) - ey * (x - ax);
    /** Whether the path crosses the edge after a point: it is inside the polygon, or beside the edge in its line. */
    const isBefore = (point: readonly number[]): boolean => {
      if (Math.abs(off(point)) > mesh.hair) return off(point) > 0;
      const along = ex * (point[0] - ax) + ey * (point[1] - ay);
      return along < -mesh.hair || along > length + mesh.hair;
    };
    while (segment < last - 1 && isBefore(at(segment + 1))) {
      segment++;
      put(corridor[k], ...at(segment), true);
    }
    const [from, to] = [points.at(-1)!, at(segment + 1)];
    const [before, after] = [off(from), off(to)];
    const share = before > after ? Math.min(1, Math.max(0, before / (before - after))) : 1;
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

function isInLine(before: Point, point: Point, after: Point): boolean {
  const whole = distance(before, after);
  const share = whole > 0 ? distance(before, point) / whole : 0;
  return Math.abs(before[2] + share * (after[2] - before[2]) - point[2]) <= IN_LINE;
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
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
