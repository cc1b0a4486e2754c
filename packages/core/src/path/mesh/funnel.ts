import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The fraction of an edge between polygons that always stays open, however large a body is. */
const OPEN = 0.1;

/** The edge where two polygons of a corridor meet. Left and right are as seen from the first polygon. */
interface Portal {
  leftX: number;
  leftY: number;
  rightX: number;
  rightY: number;
}

const portal: Portal = { leftX: 0, leftY: 0, rightX: 0, rightY: 0 };

/**
 * Finds the shortest path from one point to another through a corridor. The path crosses the edges between polygons. If
 * a wall is at an end of such an edge, the path keeps the distance `radius` (m) from that end. On an edge that is too
 * narrow for this, the path keeps less distance.
 *
 * @param corridor list of polygons, each a neighbor of the polygon before it
 * @param begin the index of the corridor entry whose polygon contains the first point
 * @param end the number of corridor entries
 * @param most maximum number of points to return
 * @returns x, y, x, y and so on: the points where the path turns, then the last point. The first point is left out
 *
 * source: Mononen 2010, Simple Stupid Funnel Algorithm. It is based on Lee and Preparata 1984, Euclidean Shortest Paths
 * in the Presence of Rectilinear Barriers
 */
export function pullStraight(
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  begin: number,
  end: number,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
  radius: number,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const points: number[] = [];
  let [apexX, apexY] = from;
  let [leftX, leftY, rightX, rightY] = [apexX, apexY, apexX, apexY];
  let [leftAt, rightAt] = [begin - 1, begin - 1];
  for (let at = begin; at < end; at++) {
    if (at + 1 < end) portalInto(portal, mesh, corridor[at], corridor[at + 1], radius);
    else [portal.leftX, portal.leftY, portal.rightX, portal.rightY] = [...to, ...to];
    if (side(apexX, apexY, rightX, rightY, portal.rightX, portal.rightY) >= 0) {
      const isApex = apexX === rightX && apexY === rightY;
      if (isApex || side(apexX, apexY, leftX, leftY, portal.rightX, portal.rightY) <= 0) {
        [rightX, rightY, rightAt] = [portal.rightX, portal.rightY, at];
      } else {
        // The right side has crossed the left side, so the path turns there.
        if (leftX !== apexX || leftY !== apexY) points.push(leftX, leftY);
        if (points.length >= 2 * most) return points;
        [apexX, apexY, rightX, rightY] = [leftX, leftY, leftX, leftY];
        at = leftAt;
        rightAt = at;
        continue;
      }
    }
    if (side(apexX, apexY, leftX, leftY, portal.leftX, portal.leftY) <= 0) {
      const isApex = apexX === leftX && apexY === leftY;
      if (isApex || side(apexX, apexY, rightX, rightY, portal.leftX, portal.leftY) >= 0) {
        [leftX, leftY, leftAt] = [portal.leftX, portal.leftY, at];
      } else {
        if (rightX !== apexX || rightY !== apexY) points.push(rightX, rightY);
        if (points.length >= 2 * most) return points;
        [apexX, apexY, leftX, leftY] = [rightX, rightY, rightX, rightY];
        at = rightAt;
        leftAt = at;
      }
    }
  }
  const count = points.length;
  if (count === 0 || points[count - 2] !== to[0] || points[count - 1] !== to[1]) points.push(...to);
  return points;
}

/** Positive if point c is to the left of the line from a to b. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/**
 * Writes the edge between polygon `p` and its neighbor `q`, shortened by `radius` (m) at walls. If several edges in a
 * line join the polygons, they count as one edge.
 */
function portalInto(into: Portal, mesh: NavMesh, p: number, q: number, radius: number): void {
  const { first, x, y, next, wall } = mesh;
  const [begin, end] = [first[p], first[p + 1]];
  let from = begin;
  while (next[from] !== q) {
    if (++from === end) throw new Error(`polygons ${p} and ${q} have no common edge`);
  }
  // A row of edges in a line can begin before the first corner.
  if (from === begin) {
    let before = end - 1;
    while (before > begin && next[before] === q) from = before--;
  }
  let to = cornerAfter(mesh, p, from);
  while (next[to] === q && to !== from) to = cornerAfter(mesh, p, to);
  // Corners are counterclockwise, so the edge goes from the right to the left of an agent that leaves.
  const ex = x[to] - x[from];
  const ey = y[to] - y[from];
  const length = Math.sqrt(ex * ex + ey * ey);
  const wide = radius / length;
  let right = wall[from] === 1 ? wide : 0;
  let left = wall[to] === 1 ? wide : 0;
  const free = 1 - OPEN;
  if (right + left > free) {
    const share = free / (right + left);
    right *= share;
    left *= share;
  }
  into.rightX = x[from] + right * ex;
  into.rightY = y[from] + right * ey;
  into.leftX = x[to] - left * ex;
  into.leftY = y[to] - left * ey;
}
