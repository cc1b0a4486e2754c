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

/** What searches for walls remember of a mesh. */
interface Visits {
  /** For each polygon, the number of the last search that visited it. */
  readonly stamp: Uint32Array;
  search: number;
  /** For each polygon, a distance (m) within which no point of it has walls; and up to which distance was searched. */
  readonly free: Float32Array;
  readonly searched: Float32Array;
}

const visits = new WeakMap<NavMesh, Visits>();
const found: number[] = [];

/** How far a search goes for the distance of a polygon from walls, as a multiple of the radius that is asked for. */
const SEARCHED = 1.5;

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
  walls.count = 0;
  if (isFarFromWalls(mesh, polygon, radius)) return;
  const visit = beginVisit(mesh);
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

/**
 * Whether no point of a polygon has a wall within `radius` (m). It is known for most polygons far from walls: the search
 * takes the polygon for the circle around it.
 */
function isFarFromWalls(mesh: NavMesh, polygon: number, radius: number): boolean {
  const { free, searched } = visitsOf(mesh);
  if (radius < free[polygon]) return true;
  if (radius < searched[polygon]) return false;
  const { first, x, y, next } = mesh;
  const visit = beginVisit(mesh);
  let [px, py, around] = [0, 0, 0];
  const corners = first[polygon + 1] - first[polygon];
  for (let c = first[polygon]; c < first[polygon + 1]; c++) {
    px += x[c] / corners;
    py += y[c] / corners;
  }
  for (let c = first[polygon]; c < first[polygon + 1]; c++) {
    around = Math.max(around, Math.sqrt((x[c] - px) * (x[c] - px) + (y[c] - py) * (y[c] - py)));
  }
  const most = SEARCHED * radius;
  let least = most;
  found.length = 0;
  found.push(polygon);
  visit.stamp[polygon] = visit.search;
  for (let at = 0; at < found.length; at++) {
    const p = found[at];
    for (let c = first[p]; c < first[p + 1]; c++) {
      if (next[c] >= 0 && visit.stamp[next[c]] === visit.search) continue;
      const d = cornerAfter(mesh, p, c);
      const [ex, ey, wx, wy] = [x[d] - x[c], y[d] - y[c], px - x[c], py - y[c]];
      const along = (wx * ex + wy * ey) / (ex * ex + ey * ey);
      const share = along > 0 ? (along < 1 ? along : 1) : 0;
      const [offX, offY] = [wx - share * ex, wy - share * ey];
      const off = Math.sqrt(offX * offX + offY * offY) - around;
      if (off > most) continue;
      if (next[c] < 0) {
        least = Math.min(least, off);
        continue;
      }
      visit.stamp[next[c]] = visit.search;
      found.push(next[c]);
    }
  }
  // Rounding must not make it larger.
  free[polygon] = least - mesh.hair;
  searched[polygon] = most;
  return radius < free[polygon];
}

function visitsOf(mesh: NavMesh): Visits {
  let visit = visits.get(mesh);
  if (visit === undefined) {
    const { polygons } = mesh;
    visit = {
      stamp: new Uint32Array(polygons),
      search: 0,
      free: new Float32Array(polygons),
      searched: new Float32Array(polygons),
    };
    visits.set(mesh, visit);
  }
  return visit;
}

function beginVisit(mesh: NavMesh): Visits {
  const visit = visitsOf(mesh);
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
