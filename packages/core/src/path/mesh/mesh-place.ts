import { columnOf, rowOf } from './bins.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The point of a mesh that is nearest to a given point, and the polygon that contains the nearest point. */
export interface MeshPlace {
  polygon: number;
  x: number;
  y: number;
  /** The distance (m) from the given point to (`x`, `y`); 0 if the given point is inside the polygon `polygon`. */
  distance: number;
}

export function createPlace(): MeshPlace {
  return { polygon: 0, x: 0, y: 0, distance: 0 };
}

const nearest = createPlace();

/** Finds the point of polygon `p` nearest to a point (m). */
export function nearestInPolygon(
  place: MeshPlace,
  mesh: NavMesh,
  p: number,
  px: number,
  py: number,
): void {
  const { first, x, y } = mesh;
  let least = Number.POSITIVE_INFINITY;
  let outside = false;
  place.polygon = p;
  for (let c = first[p]; c < first[p + 1]; c++) {
    const d = cornerAfter(mesh, p, c);
    const ex = x[d] - x[c];
    const ey = y[d] - y[c];
    const wx = px - x[c];
    const wy = py - y[c];
    if (ex * wy - ey * wx >= 0) continue;
    outside = true;
    const along = (wx * ex + wy * ey) / (ex * ex + ey * ey);
    const share = along > 0 ? (along < 1 ? along : 1) : 0;
    const nx = x[c] + share * ex;
    const ny = y[c] + share * ey;
    const squared = (px - nx) * (px - nx) + (py - ny) * (py - ny);
    if (squared >= least) continue;
    least = squared;
    place.x = nx;
    place.y = ny;
  }
  if (outside) {
    place.distance = Math.sqrt(least);
    return;
  }
  place.x = px;
  place.y = py;
  place.distance = 0;
}

/** Whether a point (m) is inside polygon `p`, or beyond an edge by at most the tolerance `hair` of the mesh. */
export function isInPolygon(mesh: NavMesh, p: number, px: number, py: number): boolean {
  nearestInPolygon(nearest, mesh, p, px, py);
  return nearest.distance <= mesh.hair;
}

/**
 * The polygon that contains a point (m); -1 if there is none. A point beyond an edge also counts as inside, up to the
 * distance `hair`. If several polygons contain the point, returns the one with the lowest number.
 */
export function polygonAt(mesh: NavMesh, px: number, py: number): number {
  const { bins } = mesh;
  const square = rowOf(bins, py) * bins.columns + columnOf(bins, px);
  for (let k = bins.first[square]; k < bins.first[square + 1]; k++) {
    if (isInPolygon(mesh, bins.polygon[k], px, py)) return bins.polygon[k];
  }
  return -1;
}

/** All polygons that contain a point (m), in the sense of `polygonAt`, in ascending order. */
export function polygonsAt(mesh: NavMesh, px: number, py: number): number[] {
  const { bins } = mesh;
  const square = rowOf(bins, py) * bins.columns + columnOf(bins, px);
  const listed = bins.polygon.subarray(bins.first[square], bins.first[square + 1]);
  return [...listed].filter((polygon) => isInPolygon(mesh, polygon, px, py));
}

/**
 * Finds the point of a mesh nearest to (`px`, `py`) (m), and writes it to `place`. A point on the mesh is its own
 * nearest point. If several polygons are equally near, takes the polygon with the lowest number.
 */
export function nearestOnMesh(place: MeshPlace, mesh: NavMesh, px: number, py: number): void {
  const own = polygonAt(mesh, px, py);
  if (own >= 0) {
    nearestInPolygon(place, mesh, own, px, py);
    return;
  }
  const { bins } = mesh;
  const column = columnOf(bins, px);
  const row = rowOf(bins, py);
  place.distance = Number.POSITIVE_INFINITY;
  place.polygon = -1;
  // Goes ring by ring: everything in the ring k is at least k - 1 squares away.
  for (let k = 0; k < Math.max(bins.columns, bins.rows); k++) {
    if (place.distance < (k - 1) * bins.size) break;
    for (let r = Math.max(0, row - k); r <= Math.min(bins.rows - 1, row + k); r++) {
      const whole = r === row - k || r === row + k;
      for (let c = column - k; c <= column + k; c += whole || k === 0 ? 1 : 2 * k) {
        if (c >= 0 && c < bins.columns) takeNearest(place, mesh, r * bins.columns + c, px, py);
      }
    }
  }
}

/**
 * Searches the polygons of one grid square for the point nearest to (px, py). Writes that point to `place` if it is
 * nearer than the point that is stored there.
 */
function takeNearest(
  place: MeshPlace,
  mesh: NavMesh,
  square: number,
  px: number,
  py: number,
): void {
  const { first, polygon } = mesh.bins;
  for (let k = first[square]; k < first[square + 1]; k++) {
    nearestInPolygon(nearest, mesh, polygon[k], px, py);
    if (nearest.distance > place.distance) continue;
    if (nearest.distance === place.distance && nearest.polygon >= place.polygon) continue;
    Object.assign(place, nearest);
  }
}

/**
 * Searches polygon `p`, and all polygons that are connected to `p`, for the point nearest to (`px`, `py`) (m). Writes
 * that point to `place`.
 */
export function nearestInPart(
  place: MeshPlace,
  mesh: NavMesh,
  p: number,
  px: number,
  py: number,
): void {
  place.distance = Number.POSITIVE_INFINITY;
  for (let other = 0; other < mesh.polygons; other++) {
    if (mesh.part[other] !== mesh.part[p]) continue;
    nearestInPolygon(nearest, mesh, other, px, py);
    if (nearest.distance < place.distance) Object.assign(place, nearest);
  }
}
