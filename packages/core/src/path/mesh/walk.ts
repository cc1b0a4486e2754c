import type { Access } from './access.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The maximum number of edges that a step crosses or slides along. A step that would need more edges ends early. */
const MAX_EDGES = 4096;
/** The maximum number of walls that a step slides along. */
const MAX_WALLS = 4;

/** The fraction of an edge by which rounding may put a point beyond the end of the edge. */
const HAIR = 1e-9;

/** A body that walks on a mesh: its polygon, position (m) and velocity (m/s). */
export interface Walker {
  polygon: number;
  x: number;
  y: number;
  velocityX: number;
  velocityY: number;
}

/**
 * Moves a body toward a point (m), polygon by polygon. If the body meets a wall, it slides along the wall, and loses
 * the part of its velocity that points into the wall.
 *
 * @param walker the body, which is changed; its position must be in its polygon
 * @returns the number of edges that the body reached
 */
export function walkOnMesh(walker: Walker, mesh: NavMesh, toX: number, toY: number): number {
  const { x, y, next } = mesh;
  let walls = 0;
  for (let edges = 0; edges < MAX_EDGES; edges++) {
    const { polygon } = walker;
    const exit = exitToward(mesh, polygon, walker.x, walker.y, toX, toY);
    if (exit < 0) {
      walker.x = toX;
      walker.y = toY;
      return edges;
    }
    walker.x += exitShare * (toX - walker.x);
    walker.y += exitShare * (toY - walker.y);
    if (next[exit] >= 0) {
      walker.polygon = next[exit];
      continue;
    }
    if (++walls > MAX_WALLS) return edges;
    const d = cornerAfter(mesh, polygon, exit);
    const ex = x[d] - x[exit];
    const ey = y[d] - y[exit];
    const squared = ex * ex + ey * ey;
    const along = ((toX - walker.x) * ex + (toY - walker.y) * ey) / squared;
    toX = walker.x + along * ex;
    toY = walker.y + along * ey;
    // Outward is to the right of the edge: (ey, -ex).
    const outward = (walker.velocityX * ey - walker.velocityY * ex) / squared;
    if (outward > 0) {
      walker.velocityX -= outward * ey;
      walker.velocityY += outward * ex;
    }
  }
  return MAX_EDGES;
}

/** How far along a line its exit is, as a fraction of it. `exitToward` writes it. */
let exitShare = 0;

/**
 * Finds the edge through which a line leaves a polygon, from a point inside to another point (m). Returns the corner where
 * the edge begins; -1 if the line does not leave the polygon.
 */
function exitToward(
  { first, x, y, next }: NavMesh,
  polygon: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): number {
  let exit = -1;
  let share = 1;
  let least = Number.POSITIVE_INFINITY;
  const last = first[polygon + 1] - 1;
  for (let c = first[polygon]; c <= last; c++) {
    const d = c < last ? c + 1 : first[polygon];
    const ex = x[d] - x[c];
    const ey = y[d] - y[c];
    const after = ex * (toY - y[c]) - ey * (toX - x[c]);
    if (after >= 0) continue;
    const before = ex * (fromY - y[c]) - ey * (fromX - x[c]);
    const at = before > 0 ? before / (before - after) : 0;
    // Of edges in a line, and at a corner, it leaves through the edge that contains the exit point.
    const crossX = fromX + at * (toX - fromX) - x[c];
    const crossY = fromY + at * (toY - fromY) - y[c];
    const along = (crossX * ex + crossY * ey) / (ex * ex + ey * ey);
    const beside = along < 0 ? -along : along > 1 ? along - 1 : 0;
    const miss = beside < HAIR ? 0 : beside;
    if (miss > least) continue;
    if (miss === least && (at > share || (at === share && next[c] < 0))) continue;
    exit = c;
    share = at;
    least = miss;
  }
  exitShare = share;
  return exit;
}

/**
 * Lists the polygons along the line from a point in a polygon to another point (m), up to the first edge that is a wall or
 * closed.
 *
 * @param most maximum number of polygons
 * @returns whether the line reaches its end
 */
export function walkStraight(
  into: number[],
  access: Access,
  polygon: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  most: number,
): boolean {
  const { mesh } = access;
  into.length = 0;
  into.push(polygon);
  for (let p = polygon; ; ) {
    const exit = exitToward(mesh, p, fromX, fromY, toX, toY);
    if (exit < 0) return true;
    if (mesh.next[exit] < 0 || access.isClosed(p, exit) || into.length === most) return false;
    fromX += exitShare * (toX - fromX);
    fromY += exitShare * (toY - fromY);
    p = mesh.next[exit];
    into.push(p);
  }
}
