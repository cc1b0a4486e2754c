import { isPolygonWord, linkOf, nextLink, turnOf, turnPoint } from './corridor-words.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The fraction of an edge between polygons that always stays open, however large a body is. */
const OPEN = 0.1;

/** The edge where two polygons of a corridor meet. Left and right are as seen from the first polygon. */
export interface Portal {
  leftX: number;
  leftY: number;
  rightX: number;
  rightY: number;
}

const portal: Portal = { leftX: 0, leftY: 0, rightX: 0, rightY: 0 };

/**
 * Finds the shortest path from one point to another through a corridor. The path crosses the edges between polygons. If
 * a wall is at an end of such an edge, the path keeps the distance `radius` (m) from that end. On an edge that is too
 * narrow for this, the path keeps less distance. Where the corridor has a point of an edge, the path passes through it,
 * or as near to it as the radius allows.
 *
 * If the corridor has a link, the path ends where the first link begins.
 *
 * @param corridor see corridor-words.ts
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
  goal: readonly [x: number, y: number],
  radius: number,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const last = nextLink(corridor, begin, end);
  const [toX, toY] = last < end ? linkStart(mesh, corridor[last]) : goal;
  const points: number[] = [];
  let [apexX, apexY] = from;
  let [leftX, leftY, rightX, rightY] = [apexX, apexY, apexX, apexY];
  let [leftAt, rightAt] = [begin - 1, begin - 1];
  let isFirst = true;
  for (let at = begin; at < last; at++) {
    if (!isPolygonWord(corridor[at])) continue;
    if (at + 1 < last) {
      portalInto(portal, mesh, corridor, at, radius);
      isFirst &&= isAt(portal, apexX, apexY, 2 * mesh.hair);
      // The first point has crossed the edges on which it is, but for rounding.
      if (isFirst) continue;
    } else {
      portal.leftX = toX;
      portal.leftY = toY;
      portal.rightX = toX;
      portal.rightY = toY;
    }
    if (narrows(1, apexX, apexY, rightX, rightY, portal.rightX, portal.rightY, mesh.hair)) {
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
    if (narrows(-1, apexX, apexY, leftX, leftY, portal.leftX, portal.leftY, mesh.hair)) {
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
  if (count === 0 || points[count - 2] !== toX || points[count - 1] !== toY) points.push(toX, toY);
  return points;
}

/**
 * Whether a side of the funnel moves inward, or not at all, from point b to c. `sign` is 1 for the right side. If c is in
 * line with b and nearer to the apex a, the corridor turns back around b, which stays.
 */
function narrows(
  sign: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  hair: number,
): boolean {
  const inward = sign * side(ax, ay, bx, by, cx, cy);
  if (inward < 0) return false;
  const far = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
  if (inward * inward > hair * hair * far) return true;
  return (cx - ax) * (cx - ax) + (cy - ay) * (cy - ay) >= far;
}

/** The point (m) where the link of a word begins. */
export function linkStart({ links }: NavMesh, word: number): [x: number, y: number] {
  const link = linkOf(word);
  return [links.fromX[link], links.fromY[link]];
}

/** Whether a point is at most `most` (m) away from a portal. */
function isAt(
  { rightX, rightY, leftX, leftY }: Portal,
  x: number,
  y: number,
  most: number,
): boolean {
  const [ex, ey, wx, wy] = [leftX - rightX, leftY - rightY, x - rightX, y - rightY];
  const squared = ex * ex + ey * ey;
  const along = squared > 0 ? (wx * ex + wy * ey) / squared : 0;
  const share = along > 0 ? (along < 1 ? along : 1) : 0;
  const [offX, offY] = [wx - share * ex, wy - share * ey];
  return offX * offX + offY * offY <= most * most;
}

/** Positive if point c is to the left of the line from a to b. */
function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/**
 * Writes the edge between polygon `p`, at index `at` of a corridor, and the polygon after it, shortened by `radius` (m)
 * at walls. If several edges in a line join the polygons, they count as one edge. If the corridor has a point of the
 * edge, writes this point.
 */
export function portalInto(
  into: Portal,
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  at: number,
  radius: number,
): void {
  const { first, x, y, next, wall } = mesh;
  const [p, word] = [corridor[at], corridor[at + 1]];
  const isPoint = !isPolygonWord(word);
  if (isPoint && radius === 0) {
    const [atX, atY] = turnPoint(mesh, p, word);
    [into.leftX, into.leftY, into.rightX, into.rightY] = [atX, atY, atX, atY];
    return;
  }
  const q = isPoint ? next[turnOf(mesh, p, word)[0]] : word;
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
  into.rightX = x[from];
  into.rightY = y[from];
  into.leftX = x[to];
  into.leftY = y[to];
  if (!isPoint && wall[from] + wall[to] === 0) return;
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
  if (isPoint) {
    const [atX, atY] = turnPoint(mesh, p, word);
    const share = ((atX - x[from]) * ex + (atY - y[from]) * ey) / (length * length);
    right = Math.min(Math.max(share, right), 1 - left);
    left = 1 - right;
  }
  into.rightX = x[from] + right * ex;
  into.rightY = y[from] + right * ey;
  into.leftX = isPoint ? into.rightX : x[to] - left * ex;
  into.leftY = isPoint ? into.rightY : y[to] - left * ey;
}
