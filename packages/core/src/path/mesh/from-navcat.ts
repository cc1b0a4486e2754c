import type { GroundInput, MeshInput } from '../../scenario/schema.ts';
import { type Point, weld } from './weld.ts';

/**
 * The parts of a navigation mesh of navcat that `groundFromNavcat` and `meshFromNavcat` read. The y axis points up.
 *
 * @experimental
 */
export interface NavcatMesh {
  readonly tiles: Readonly<Record<string, NavcatTile>>;
}

/** @experimental */
export interface NavcatTile {
  /** The x, y and z of each vertex in turn (m). The y axis points up. */
  readonly vertices: ArrayLike<number>;
  readonly polys: readonly { readonly vertices: readonly number[] }[];
  /** The triangles that follow the heights inside of each polygon. Without them, polygons are as they are. */
  readonly detailMeshes?: readonly {
    readonly verticesBase: number;
    readonly trianglesBase: number;
    readonly verticesCount: number;
    readonly trianglesCount: number;
  }[];
  /** The x, y and z of the vertices that only details have (m). */
  readonly detailVertices?: ArrayLike<number>;
  /** Three corners and flags of each triangle. */
  readonly detailTriangles?: ArrayLike<number>;
  /** The height of a step that can be climbed (m). Default: 0. */
  readonly walkableClimb?: number;
}

export interface NavcatFloor {
  /** Polygons with a corner below this height (m) are left out. Default: no limit. */
  readonly minHeight?: number;
  /**
   * Polygons with a corner above this height (m) are left out. This removes the tops of walls, for example. Default: no
   * limit.
   */
  readonly maxHeight?: number;
}

/** What `ground` of a scenario is made of, apart from `reach`. */
export type GroundShape = Pick<GroundInput, 'vertices' | 'polygons'>;

/** The share of a climb by which a polygon may deviate from a plane and remain one polygon. */
const EVEN = 1 / 8;

/**
 * Converts a navigation mesh of navcat to the `mesh` of a scenario: a single floor, without heights. x and z of navcat
 * become x and y of the scenario. Where tiles meet, edges are split so that neighboring polygons share whole edges.
 *
 * Off-mesh connections are left out. If there are several floors, `floor` selects one.
 *
 * @experimental
 */
export function meshFromNavcat(
  { tiles }: NavcatMesh,
  floor: NavcatFloor = {},
): Pick<MeshInput, 'vertices' | 'polygons'> {
  const { minHeight = Number.NEGATIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY } = floor;
  const shapes = Object.values(tiles).flatMap((tile) =>
    tile.polys
      .map((poly) => poly.vertices.map((k) => pointAt(tile.vertices, k)))
      .filter((corners) => corners.every(([, , z]) => z >= minHeight && z <= maxHeight)),
  );
  return weld(
    shapes.map((corners) => corners.map(([x, y]): Point => [x, -y, 0])),
    0,
  );
}

/**
 * Converts a navigation mesh of navcat to the `ground` of a scenario, with all its floors. navcat's y is up, the
 * scenario's z: x, y and z of navcat become x, z and -y. So `agents.rotation.x = -Math.PI / 2` draws agents where the
 * mesh was made from.
 *
 * Where tiles meet, edges are split so that neighboring polygons share whole edges; heights there may differ by
 * `walkableClimb`. Polygons that are not even become their triangles of detail. Off-mesh connections are left out.
 *
 * @experimental
 */
export function groundFromNavcat({ tiles }: NavcatMesh): GroundShape {
  return groundFromTiles(Object.values(tiles));
}

/** As `groundFromNavcat`, of tiles. */
export function groundFromTiles(tiles: readonly NavcatTile[]): GroundShape {
  const climb = tiles.reduce((most, tile) => Math.max(most, tile.walkableClimb ?? 0), 0);
  const shapes = tiles.flatMap((tile) =>
    tile.polys.flatMap((poly, index) => {
      const corners = poly.vertices.map((k) => pointAt(tile.vertices, k));
      return detailsOf(tile, index, corners, EVEN * climb);
    }),
  );
  return weld(shapes, climb);
}

/** A polygon if it is even to a height (m), and its triangles of detail otherwise. */
function detailsOf(tile: NavcatTile, index: number, corners: Point[], even: number): Point[][] {
  const detail = tile.detailMeshes?.[index];
  if (detail === undefined || tile.detailTriangles === undefined) return [corners];
  const added = Array.from({ length: detail.verticesCount }, (_, k) =>
    pointAt(tile.detailVertices ?? [], detail.verticesBase + k),
  );
  const points = [...corners, ...added];
  if (isEven(points, even)) return [corners];
  return Array.from({ length: detail.trianglesCount }, (_, t) => {
    const first = 4 * (detail.trianglesBase + t);
    return [0, 1, 2].map((k) => points[tile.detailTriangles![first + k]]);
  });
}

/** Whether points lie in the plane of the first of them, to a height (m). */
function isEven(points: readonly Point[], even: number): boolean {
  const [ax, ay, az] = points[0];
  // Of the widest triangle at the first point, which is steadiest.
  let [most, slopeX, slopeY] = [0, 0, 0];
  for (let k = 1; k + 1 < points.length; k++) {
    const [bx, by, bz] = [points[k][0] - ax, points[k][1] - ay, points[k][2] - az];
    const [cx, cy, cz] = [points[k + 1][0] - ax, points[k + 1][1] - ay, points[k + 1][2] - az];
    const area = bx * cy - by * cx;
    if (Math.abs(area) <= most) continue;
    most = Math.abs(area);
    slopeX = (bz * cy - by * cz) / area;
    slopeY = (bx * cz - bz * cx) / area;
  }
  return points.every(
    ([x, y, z]) => Math.abs(az + (x - ax) * slopeX + (y - ay) * slopeY - z) <= even,
  );
}

/** The vertex with a number, in the axes of a scenario. */
function pointAt(vertices: ArrayLike<number>, k: number): Point {
  return [vertices[3 * k], -vertices[3 * k + 2], vertices[3 * k + 1]];
}
