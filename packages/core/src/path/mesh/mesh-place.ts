import { columnOf, rowOf } from './bins.ts';
import { cornerAfter, type NavMesh } from './nav-mesh.ts';

/** The point of a mesh that is nearest to a given point, and the polygon that contains the nearest point. */
export interface MeshPlace {
  polygon: number;
  x: number;
  y: number;
  /** The height of the polygon at (`x`, `y`) (m). */
  z: number;
  /**
   * The distance (m) in the plan from the given point to (`x`, `y`); 0 if the given point is above, below or inside the
   * polygon `polygon`.
   */
  distance: number;
}

export function createPlace(): MeshPlace {
  return { polygon: 0, x: 0, y: 0, z: 0, distance: 0 };
}

/**
 * Heights that differ by at most this multiple of the tolerance `hair` count as the same height. It allows for rounding
 * on steep slopes.
 */
export const LEVEL = 16;

const nearest = createPlace();

/** Like `nearestInPolygon`, but leaves out the height. */
export function nearestInPlan(
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
  } else {
    place.x = px;
    place.y = py;
    place.distance = 0;
  }
}

/** Finds the point of polygon `p` that is nearest in the plan to a point (m). */
export function nearestInPolygon(
  place: MeshPlace,
  mesh: NavMesh,
  p: number,
  px: number,
  py: number,
): void {
  nearestInPlan(place, mesh, p, px, py);
  place.z = mesh.flat ? 0 : heightIn(mesh, p, place.x, place.y);
}

/**
 * The height (m) of polygon `p` at a point of the plan. The polygon is a fan of triangles around its first corner. So
 * heights are continuous where polygons share an edge. Beyond an edge, the height is between those of the corners.
 */
export function heightIn(mesh: NavMesh, p: number, px: number, py: number): number {
  const { first, x, y, z } = mesh;
  const a = first[p];
  if (mesh.level[p] === 1) return z[a];
  const [x0, y0, z0] = [x[a], y[a], z[a]];
  const [ax, ay] = [px - x0, py - y0];
  let [area, beyond, ofC, bz, cz] = [1, 0, 0, z0, z0];
  for (let b = a + 1; b + 1 < first[p + 1]; b++) {
    const [bx, by, cx, cy] = [x[b] - x0, y[b] - y0, x[b + 1] - x0, y[b + 1] - y0];
    const own = bx * cy - by * cx;
    // Corners in a line make a triangle of no area.
    if (!(own > 0)) continue;
    area = own;
    beyond = cx * ay - cy * ax;
    ofC = bx * ay - by * ax;
    bz = z[b];
    cz = z[b + 1];
    if (beyond <= 0) break;
  }
  const exact = z0 + (ofC * (cz - z0) - beyond * (bz - z0)) / area;
  const low = Math.min(z0, bz, cz);
  const high = Math.max(z0, bz, cz);
  return exact < low ? low : exact > high ? high : exact;
}

/** Whether a point (m) is inside polygon `p`, or beyond an edge by at most the tolerance `hair` of the mesh. */
export function isInPolygon(mesh: NavMesh, p: number, px: number, py: number): boolean {
  nearestInPlan(nearest, mesh, p, px, py);
  return nearest.distance <= mesh.hair;
}

/** Whether a point (m) is inside polygon `p` in the sense of `isInPolygon`, and at its height. */
export function isOnPolygon(mesh: NavMesh, p: number, px: number, py: number, pz: number): boolean {
  if (!isInPolygon(mesh, p, px, py)) return false;
  return mesh.flat || isLevel(mesh, heightIn(mesh, p, nearest.x, nearest.y), pz);
}

/** Whether a height (m) is that of a place, but for rounding. */
export function isAtHeight(mesh: NavMesh, { z }: MeshPlace, height: number): boolean {
  return mesh.flat || isLevel(mesh, z, height);
}

function isLevel({ hair }: NavMesh, z: number, height: number): boolean {
  return Math.abs(z - height) <= LEVEL * hair;
}

/**
 * The polygon that contains a point (m) in the plan; -1 if there is none. A point beyond an edge also counts as inside,
 * up to the distance `hair`. If several polygons contain the point, returns the one whose height there is nearest to
 * `pz`. If several are equally near, returns the one with the lowest number.
 */
export function polygonAt(mesh: NavMesh, px: number, py: number, pz = 0): number {
  const { bins } = mesh;
  const square = rowOf(bins, py) * bins.columns + columnOf(bins, px);
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let k = bins.first[square]; k < bins.first[square + 1]; k++) {
    if (!isInPolygon(mesh, bins.polygon[k], px, py)) continue;
    if (mesh.flat) return bins.polygon[k];
    const gap = Math.abs(heightIn(mesh, bins.polygon[k], nearest.x, nearest.y) - pz);
    if (found >= 0 && gap >= least - LEVEL * mesh.hair) continue;
    found = bins.polygon[k];
    least = gap;
  }
  return found;
}

/** All polygons that contain a point (m), at its height, in ascending order. */
export function polygonsAt(mesh: NavMesh, px: number, py: number, pz = 0): number[] {
  const { bins } = mesh;
  const square = rowOf(bins, py) * bins.columns + columnOf(bins, px);
  const listed = bins.polygon.subarray(bins.first[square], bins.first[square + 1]);
  return [...listed].filter((polygon) => isOnPolygon(mesh, polygon, px, py, pz));
}

/**
 * Finds the point of a mesh nearest to a point (m), and writes it to `place`. In each polygon, that is the point nearest
 * in the plan; of these, the one nearest in space. A point on the mesh is its own nearest point. If several polygons are
 * equally near, takes the polygon with the lowest number.
 */
export function nearestOnMesh(
  place: MeshPlace,
  mesh: NavMesh,
  px: number,
  py: number,
  pz = 0,
): void {
  const own = polygonAt(mesh, px, py, pz);
  let least = Number.POSITIVE_INFINITY;
  if (own >= 0) {
    nearestInPolygon(place, mesh, own, px, py);
    if (isAtHeight(mesh, place, pz)) return;
    least = apartOf(place, pz);
  }
  const { bins } = mesh;
  const column = columnOf(bins, px);
  const row = rowOf(bins, py);
  // Goes ring by ring: everything in the ring k is at least k - 1 squares away.
  for (let k = 0; k < Math.max(bins.columns, bins.rows); k++) {
    if (least < (k - 1) * bins.size) break;
    for (let r = Math.max(0, row - k); r <= Math.min(bins.rows - 1, row + k); r++) {
      const whole = r === row - k || r === row + k;
      for (let c = column - k; c <= column + k; c += whole || k === 0 ? 1 : 2 * k) {
        if (c < 0 || c >= bins.columns) continue;
        least = takeNearest(place, mesh, r * bins.columns + c, px, py, pz, least);
      }
    }
  }
}

/** The distance (m) in space between a place, found for a point, and that point. The height of the point is `pz`. */
function apartOf({ distance, z }: MeshPlace, pz: number): number {
  const gap = z - pz;
  return gap === 0 ? distance : Math.sqrt(distance * distance + gap * gap);
}

/**
 * Searches the polygons of one grid square for the point nearest to (px, py, pz). Writes that point to `place` if it is
 * nearer than `least`, the distance of the point that is stored there.
 *
 * @returns the distance (m) of the point that is then stored in `place`
 */
function takeNearest(
  place: MeshPlace,
  mesh: NavMesh,
  square: number,
  px: number,
  py: number,
  pz: number,
  least: number,
): number {
  const { first, polygon } = mesh.bins;
  for (let k = first[square]; k < first[square + 1]; k++) {
    nearestInPolygon(nearest, mesh, polygon[k], px, py);
    const apart = mesh.flat ? nearest.distance : apartOf(nearest, pz);
    if (apart > least) continue;
    if (apart === least && nearest.polygon >= place.polygon) continue;
    Object.assign(place, nearest);
    least = apart;
  }
  return least;
}

/**
 * Searches polygon `p`, and all polygons that are connected to `p`, for the point nearest to a point (m). Writes that
 * point to `place`.
 *
 * @param isReached whether a path leads from `p` to a polygon. Default: a path across edges, open or closed
 */
export function nearestInPart(
  place: MeshPlace,
  mesh: NavMesh,
  p: number,
  px: number,
  py: number,
  pz = 0,
  isReached = (other: number): boolean => mesh.part[other] === mesh.part[p],
): void {
  let least = Number.POSITIVE_INFINITY;
  for (let other = 0; other < mesh.polygons; other++) {
    if (!isReached(other)) continue;
    nearestInPolygon(nearest, mesh, other, px, py);
    const apart = mesh.flat ? nearest.distance : apartOf(nearest, pz);
    if (apart >= least) continue;
    Object.assign(place, nearest);
    least = apart;
  }
}
