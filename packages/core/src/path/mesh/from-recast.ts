import { type GroundShape, groundFromTiles, type NavcatTile } from './from-navcat.ts';

/**
 * The methods of a `NavMesh` of recast-navigation that `groundFromRecast` calls.
 *
 * @experimental
 */
export interface RecastMesh {
  getMaxTiles(): number;
  getTile(index: number): RecastTile;
}

/** @experimental */
export interface RecastTile {
  /** Null where there is no tile. */
  header(): { polyCount(): number; vertCount(): number; walkableClimb(): number } | null;
  polys(index: number): { getType(): number; vertCount(): number; verts(index: number): number };
  /** The x, y and z of each vertex in turn (m). The y axis points up. */
  verts(index: number): number;
  detailMeshes(index: number): {
    vertBase(): number;
    vertCount(): number;
    triBase(): number;
    triCount(): number;
  };
  detailVerts(index: number): number;
  detailTris(index: number): number;
}

/** The type of polygons that are off-mesh connections. */
const CONNECTION = 1;

/**
 * Converts a navigation mesh of recast-navigation to the `ground` of a scenario, as `groundFromNavcat` does with one of
 * navcat. `NavMesh` is read by its methods, so Skein needs no recast-navigation.
 *
 * @experimental
 */
export function groundFromRecast(mesh: RecastMesh): GroundShape {
  const tiles = Array.from({ length: mesh.getMaxTiles() }, (_, index) => mesh.getTile(index));
  return groundFromTiles(tiles.flatMap(tileOf));
}

/** The numbers of a tile, in the form of navcat. */
function tileOf(tile: RecastTile): NavcatTile[] {
  const header = tile.header();
  if (header === null) return [];
  const vertices = Array.from({ length: 3 * header.vertCount() }, (_, k) => tile.verts(k));
  const polys: { vertices: number[] }[] = [];
  const detailMeshes: NonNullable<NavcatTile['detailMeshes']>[number][] = [];
  let [added, triangles] = [0, 0];
  for (let index = 0; index < header.polyCount(); index++) {
    const poly = tile.polys(index);
    if (poly.getType() === CONNECTION) continue;
    const detail = tile.detailMeshes(index);
    polys.push({ vertices: Array.from({ length: poly.vertCount() }, (_, k) => poly.verts(k)) });
    detailMeshes.push({
      verticesBase: detail.vertBase(),
      verticesCount: detail.vertCount(),
      trianglesBase: detail.triBase(),
      trianglesCount: detail.triCount(),
    });
    added = Math.max(added, detail.vertBase() + detail.vertCount());
    triangles = Math.max(triangles, detail.triBase() + detail.triCount());
  }
  return [
    {
      vertices,
      polys,
      detailMeshes,
      detailVertices: Array.from({ length: 3 * added }, (_, k) => tile.detailVerts(k)),
      detailTriangles: Array.from({ length: 4 * triangles }, (_, k) => tile.detailTris(k)),
      walkableClimb: header.walkableClimb(),
    },
  ];
}
