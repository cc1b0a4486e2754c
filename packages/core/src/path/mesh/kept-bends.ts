import { isPolygonWord, nextLink } from './corridor-words.ts';
import { linkStart, type Portal, portalInto } from './funnel.ts';
import type { NavMesh } from './nav-mesh.ts';

/** Offsets of the numbers that describe the first bends of a pulled path, and from where they stay the first bends. */
export const BENDS = {
  /** The first bend and the second (m). */
  first: 0,
  second: 2,
  /** Two unit vectors. The way to the first bend is to the right of both by more than the margin (m). */
  right: 4,
  left: 6,
  margin: 8,
  /** The square of the greatest distance (m²) from the first bend. */
  far: 9,
  /** Two lines, each a unit normal and the least product (m) of a position with it. */
  exit: 10,
  turn: 13,
  words: 16,
} as const;

const portal: Portal = { leftX: 0, leftY: 0, rightX: 0, rightY: 0 };

/**
 * By how many `hair` a position must be clear of all limits. Up to 2 of them count in `pullStraight`. The rest allows for
 * rounding.
 */
const CLEAR = 3;

/** The distance (m) from the first bend up to which bends are kept, as a multiple of the present one. */
const FARTHER = 1.25;

/**
 * Writes from where the first bend of a path stays its first bend, and returns the last index of the corridor for which
 * this is so. From there, `pullStraight` returns the same points, bit for bit: from each position inside the limits, the
 * bend is visible through the edges before it, and the next edge is hidden behind it. Both depend only on which side of
 * lines through the bend the corners of the edges are. If the position is so near to one of these lines that rounding
 * could decide, returns -1.
 *
 * @param record where the numbers are written, see BENDS; it holds the bends already
 * @param begin the index of the corridor entry whose polygon contains the position
 * @param end the number of corridor entries
 * @param goal the last point of the path (m)
 */
export function limitBends(
  record: Float64Array,
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  begin: number,
  end: number,
  x: number,
  y: number,
  goal: readonly [x: number, y: number],
  radius: number,
): number {
  const last = nextLink(corridor, begin, end);
  const isLink = last < end;
  const [goalX, goalY] = isLink ? linkStart(mesh, corridor[last]) : goal;
  // An agent next to a link looks for the link itself.
  const most = isLink ? last - 2 : end - 1;
  const [bendX, bendY] = [record[BENDS.first], record[BENDS.first + 1]];
  const [toX, toY] = [bendX - x, bendY - y];
  const apart = FARTHER * Math.sqrt(toX * toX + toY * toY) + 2 * radius;
  const clear = CLEAR * mesh.hair;
  record[BENDS.far] = apart * apart;
  record.fill(0, BENDS.right, BENDS.far);
  record[BENDS.margin] = -1;
  record.fill(0, BENDS.exit, BENDS.words);
  record[BENDS.exit + 2] = -1;
  record[BENDS.turn + 2] = -1;
  /** Demands that a point is to the left of the line of sight to the bend (`sign` 1), or to the right of it (-1). */
  const demand = (sign: number, px: number, py: number): void => {
    const [wx, wy] = [px - bendX, py - bendY];
    const size = Math.sqrt(wx * wx + wy * wy);
    const [ux, uy] = [(sign * wx) / size, (sign * wy) / size];
    const isOnly = record[BENDS.margin] < 0;
    record[BENDS.margin] = Math.max(record[BENDS.margin], (clear * (apart + size)) / size);
    // Of all demands, the first and the last around the bend imply the others.
    if (isOnly || record[BENDS.right] * uy - record[BENDS.right + 1] * ux < 0) {
      record[BENDS.right] = ux;
      record[BENDS.right + 1] = uy;
    }
    if (isOnly || record[BENDS.left] * uy - record[BENDS.left + 1] * ux > 0) {
      record[BENDS.left] = ux;
      record[BENDS.left + 1] = uy;
    }
  };
  /** Which side of the corridor turns at the bend: 1 for the left; 0 for neither, as far as is known. */
  let turns = 0;
  let until = most;
  let [beforeX, beforeY] = [0, 0];
  for (let at = begin; at < last; at++) {
    if (!isPolygonWord(corridor[at])) continue;
    const isEnd = at + 1 === last;
    if (isEnd) {
      [portal.leftX, portal.leftY, portal.rightX, portal.rightY] = [goalX, goalY, goalX, goalY];
    } else {
      portalInto(portal, mesh, corridor, at, radius);
    }
    if (at === begin && !isEnd && !limitExit(record, 0, portal, clear)) return -1;
    const { leftX, leftY, rightX, rightY } = portal;
    const isLeft = leftX === bendX && leftY === bendY;
    const isRight = rightX === bendX && rightY === bendY;
    const onLeft = toX * (leftY - y) - toY * (leftX - x);
    const onRight = toX * (rightY - y) - toY * (rightX - x);
    if (turns === 1 ? onRight > 0 && !isRight : turns === -1 && onLeft < 0 && !isLeft) {
      // This edge is hidden behind the bend.
      if (turns === 1) {
        demand(1, rightX, rightY);
        limitTurn(record, beforeX, beforeY, rightX, rightY, apart, clear);
      } else {
        if (!isRight && onRight >= 0) return -1;
        if (isRight) until = at;
        else demand(-1, rightX, rightY);
        demand(-1, leftX, leftY);
        limitTurn(record, leftX, leftY, beforeX, beforeY, apart, clear);
      }
      return isInLimits(record, 0, x, y) ? Math.min(until, most) : -1;
    }
    if (isEnd) return isLeft && turns === 0 && isInLimits(record, 0, x, y) ? until : -1;
    if (isLeft === isRight ? isLeft : turns === (isLeft ? -1 : 1)) return -1;
    if ((!isLeft && onLeft <= 0) || (!isRight && onRight >= 0)) return -1;
    if (!isLeft) demand(1, leftX, leftY);
    if (!isRight) demand(-1, rightX, rightY);
    if (isLeft || isRight) {
      turns = isLeft ? 1 : -1;
      until = at;
    }
    [beforeX, beforeY] = turns === -1 ? [leftX, leftY] : [rightX, rightY];
  }
  return -1;
}

/** Writes that a position must be before an edge. Returns false if the edge is too short. */
function limitExit(
  records: Float64Array,
  record: number,
  { leftX, leftY, rightX, rightY }: Portal,
  clear: number,
): boolean {
  return limitLine(records, record + BENDS.exit, rightX, rightY, leftX, leftY, clear);
}

/** Writes that from a position, point b must be to the left of point a. */
function limitTurn(
  record: Float64Array,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  apart: number,
  clear: number,
): void {
  const [ex, ey] = [bx - ax, by - ay];
  const size = Math.sqrt(ex * ex + ey * ey);
  const [bendX, bendY] = [record[BENDS.first], record[BENDS.first + 1]];
  const off = Math.sqrt((ax - bendX) * (ax - bendX) + (ay - bendY) * (ay - bendY));
  const margin = (clear * (apart + off + size)) / size;
  if (!limitLine(record, BENDS.turn, ax, ay, bx, by, margin)) {
    record[BENDS.turn + 2] = Number.POSITIVE_INFINITY;
  }
}

/** Writes that a position must be to the left of the line from a to b, at least `margin` (m) away from it. */
function limitLine(
  record: Float64Array,
  at: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  margin: number,
): boolean {
  const [ex, ey] = [bx - ax, by - ay];
  const size = Math.sqrt(ex * ex + ey * ey);
  const [nx, ny] = [-ey / size, ex / size];
  record[at] = nx;
  record[at + 1] = ny;
  record[at + 2] = nx * ax + ny * ay + margin;
  return size > margin;
}

/**
 * Writes the limit for the polygon at index `at` of a corridor, after a position has moved on to it. Returns false if there
 * is none.
 *
 * @param records records of numbers, see BENDS
 * @param record where the record begins
 */
export function moveBends(
  records: Float64Array,
  record: number,
  mesh: NavMesh,
  corridor: ArrayLike<number>,
  at: number,
  end: number,
  radius: number,
): boolean {
  if (at + 1 === end) {
    records[record + BENDS.exit] = 0;
    records[record + BENDS.exit + 1] = 0;
    records[record + BENDS.exit + 2] = -1;
    return true;
  }
  portalInto(portal, mesh, corridor, at, radius);
  return limitExit(records, record, portal, CLEAR * mesh.hair);
}

/** Whether a position (m) is inside the limits of the record of kept bends that begins at index `at`. */
export function isInLimits(records: Float64Array, at: number, x: number, y: number): boolean {
  const toX = records[at + BENDS.first] - x;
  const toY = records[at + BENDS.first + 1] - y;
  const margin = records[at + BENDS.margin];
  return (
    toX * toX + toY * toY <= records[at + BENDS.far] &&
    toX * records[at + BENDS.right + 1] - toY * records[at + BENDS.right] > margin &&
    toX * records[at + BENDS.left + 1] - toY * records[at + BENDS.left] > margin &&
    records[at + BENDS.exit] * x + records[at + BENDS.exit + 1] * y >
      records[at + BENDS.exit + 2] &&
    records[at + BENDS.turn] * x + records[at + BENDS.turn + 1] * y > records[at + BENDS.turn + 2]
  );
}
