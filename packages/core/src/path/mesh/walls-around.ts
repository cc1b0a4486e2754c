import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** Walls of a mesh, each an edge without a neighbor. Only the first `count` entries are used. */
export interface Walls {
  count: number;
  /** The ends of each wall (m), in the order of the corners of its polygon. */
  ax: Float64Array;
  ay: Float64Array;
  bx: Float64Array;
  by: Float64Array;
  /** The point of each wall nearest to the body (m). */
  x: Float64Array;
  y: Float64Array;
  /** The vertex of this point if it is an end of the wall; otherwise -1. */
  vertex: Int32Array;
}

export function createWalls(): Walls {
  return { count: 0, ...columnsFor(64) };
}

function columnsFor(capacity: number): Omit<Walls, 'count'> {
  return {
    ax: new Float64Array(capacity),
    ay: new Float64Array(capacity),
    bx: new Float64Array(capacity),
    by: new Float64Array(capacity),
    x: new Float64Array(capacity),
    y: new Float64Array(capacity),
    vertex: new Int32Array(capacity),
  };
}

function widen(walls: Walls): void {
  const wider = columnsFor(2 * walls.vertex.length);
  for (const key of Object.keys(wider) as (keyof typeof wider)[]) wider[key].set(walls[key]);
  Object.assign(walls, wider);
}

/** For each mesh: the number of the last search that visited each polygon, and the number of searches. */
const visits = new WeakMap<NavMesh, { readonly stamp: Uint32Array; search: number }>();
const found: number[] = [];

/**
 * Lists the walls within `radius` (m) of a body, as seen from its floor: the search goes from polygon to polygon, across
 * edges within the radius. So walls of other floors are not found. Walls that face away from the body are left out. The
 * order depends only on the mesh and the polygon.
 */
export function wallsAroundInto(
  walls: Walls,
  mesh: NavMesh,
  polygon: number,
  px: number,
  py: number,
  radius: number,
): void {
  const { first, x, y, next, vertex } = mesh;
  const visit = visitsOf(mesh);
  walls.count = 0;
  found.length = 0;
  found.push(polygon);
  visit.stamp[polygon] = visit.search;
  for (let at = 0; at < found.length; at++) {
    const p = found[at];
    for (let c = first[p]; c < first[p + 1]; c++) {
      if (next[c] >= 0 && visit.stamp[next[c]] === visit.search) continue;
      const d = cornerAfter(mesh, p, c);
      const [ex, ey, wx, wy] = [x[d] - x[c], y[d] - y[c], px - x[c], py - y[c]];
      const share = (wx * ex + wy * ey) / (ex * ex + ey * ey);
      const end = share <= 0 ? c : share >= 1 ? d : -1;
      const nearX = end >= 0 ? x[end] : x[c] + share * ex;
      const nearY = end >= 0 ? y[end] : y[c] + share * ey;
      const squared = (px - nearX) * (px - nearX) + (py - nearY) * (py - nearY);
      if (squared > radius * radius) continue;
      if (next[c] >= 0) {
        visit.stamp[next[c]] = visit.search;
        found.push(next[c]);
        continue;
      }
      if (ex * wy - ey * wx < 0 && squared > mesh.hair * mesh.hair) continue;
      if (walls.count === walls.vertex.length) widen(walls);
      const k = walls.count++;
      walls.ax[k] = x[c];
      walls.ay[k] = y[c];
      walls.bx[k] = x[d];
      walls.by[k] = y[d];
      walls.x[k] = nearX;
      walls.y[k] = nearY;
      walls.vertex[k] = end >= 0 ? vertex[end] : -1;
    }
  }
}

function visitsOf(mesh: NavMesh) {
  let visit = visits.get(mesh);
  if (visit === undefined) {
    visit = { stamp: new Uint32Array(mesh.polygons), search: 0 };
    visits.set(mesh, visit);
  }
  if (visit.search === 0xffffffff) {
    visit.stamp.fill(0);
    visit.search = 0;
  }
  visit.search++;
  return visit;
}

/**
 * Whether the nearest point of wall `k` need not be avoided by itself: it is an end where another listed wall begins, and
 * that wall has a nearer point, or the same one earlier in the list.
 */
export function isHidden({ count, ax, ay, bx, by, x, y, vertex }: Walls, k: number): boolean {
  if (vertex[k] < 0) return false;
  for (let other = 0; other < count; other++) {
    if (other === k) continue;
    if (vertex[other] === vertex[k]) {
      if (other < k) return true;
      continue;
    }
    const begins = ax[other] === x[k] && ay[other] === y[k];
    if (begins || (bx[other] === x[k] && by[other] === y[k])) return true;
  }
  return false;
}
