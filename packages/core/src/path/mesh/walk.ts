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
  const { first, x, y, next } = mesh;
  let walls = 0;
  for (let edges = 0; edges < MAX_EDGES; edges++) {
    const { polygon } = walker;
    let exit = -1;
    let share = 1;
    let least = Number.POSITIVE_INFINITY;
    for (let c = first[polygon]; c < first[polygon + 1]; c++) {
      const d = cornerAfter(mesh, polygon, c);
      const ex = x[d] - x[c];
      const ey = y[d] - y[c];
      const after = ex * (toY - y[c]) - ey * (toX - x[c]);
      if (after >= 0) continue;
      const before = ex * (walker.y - y[c]) - ey * (walker.x - x[c]);
      const at = before > 0 ? before / (before - after) : 0;
      // Of edges in a line, and at a corner, it leaves through the edge that contains the exit point.
      const crossX = walker.x + at * (toX - walker.x) - x[c];
      const crossY = walker.y + at * (toY - walker.y) - y[c];
      const along = (crossX * ex + crossY * ey) / (ex * ex + ey * ey);
      const beside = along < 0 ? -along : along > 1 ? along - 1 : 0;
      const miss = beside < HAIR ? 0 : beside;
      if (miss > least) continue;
      if (miss === least && (at > share || (at === share && next[c] < 0))) continue;
      exit = c;
      share = at;
      least = miss;
    }
    if (exit < 0) {
      walker.x = toX;
      walker.y = toY;
      return edges;
    }
    walker.x += share * (toX - walker.x);
    walker.y += share * (toY - walker.y);
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
