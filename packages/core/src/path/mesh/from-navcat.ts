import type { MeshInput } from '../../scenario/schema.ts';

/**
 * The parts of a navigation mesh of navcat that `meshFromNavcat` reads. Meshes of Detour are similar.
 *
 * @experimental
 */
export interface NavcatMesh {
  readonly tiles: Readonly<Record<string, NavcatTile>>;
}

interface NavcatTile {
  /** The x, y and z of each vertex in turn (m). The y axis points up. */
  readonly vertices: ArrayLike<number>;
  readonly polys: readonly { readonly vertices: readonly number[] }[];
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

type Point = [x: number, y: number, z: number];

/**
 * A vertex splits an edge only if it is at most this far (m) from the edge. The distance need not be 0, because tiles
 * of a mesh can differ slightly where they meet.
 */
const BESIDE = 1e-4;

/**
 * Converts a navigation mesh of navcat to the `mesh` of a scenario. navcat builds such meshes from triangles. x and z
 * of navcat become x and y of the scenario. Where tiles meet, edges are split so that neighboring polygons share whole
 * edges.
 *
 * Heights and off-mesh connections are left out, so the result is a single floor. If there are several floors, `floor`
 * selects one.
 *
 * @experimental
 */
export function meshFromNavcat(
  { tiles }: NavcatMesh,
  floor: NavcatFloor = {},
): Pick<MeshInput, 'vertices' | 'polygons'> {
  const { minHeight = Number.NEGATIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY } = floor;
  const vertices: Point[] = [];
  const polygons: number[][] = [];
  const known = new Map<string, number>();
  for (const tile of Object.values(tiles)) {
    const numbers = Array.from({ length: tile.vertices.length / 3 }, (_, k) => {
      const [x, y] = [Math.fround(tile.vertices[3 * k]), Math.fround(tile.vertices[3 * k + 2])];
      const key = `${x} ${y}`;
      let vertex = known.get(key);
      if (vertex === undefined) {
        vertex = vertices.push([x, y, 0]) - 1;
        known.set(key, vertex);
      }
      return vertex;
    });
    for (const poly of tile.polys) {
      const heights = poly.vertices.map((k) => tile.vertices[3 * k + 1]);
      if (heights.some((height) => height < minHeight || height > maxHeight)) continue;
      polygons.push(poly.vertices.map((k) => numbers[k]));
    }
  }
  return { vertices, polygons: splitEdges(vertices, polygons) };
}

/**
 * Finds the polygon edges that are not shared in their full length. Wherever a vertex of another polygon lies on such
 * an edge, the edge gets an additional corner.
 */
function splitEdges(vertices: readonly Point[], polygons: readonly number[][]): number[][] {
  const keyOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const uses = new Map<string, number>();
  for (const polygon of polygons) {
    polygon.forEach((from, k) => {
      const key = keyOf(from, polygon[(k + 1) % polygon.length]);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    });
  }
  const atWalls = new Set<number>();
  for (const [key, count] of uses) {
    if (count === 1) for (const vertex of key.split(' ')) atWalls.add(Number(vertex));
  }
  return polygons.map((polygon) =>
    polygon.flatMap((from, k) => {
      const to = polygon[(k + 1) % polygon.length];
      if (uses.get(keyOf(from, to))! > 1) return [from];
      return [from, ...verticesOn(vertices, atWalls, from, to)];
    }),
  );
}

/** The vertices of a set that lie on the edge between two vertices, in order from the edge's start. */
function verticesOn(
  vertices: readonly Point[],
  among: ReadonlySet<number>,
  from: number,
  to: number,
): number[] {
  const [ax, ay] = vertices[from];
  const [ex, ey] = [vertices[to][0] - ax, vertices[to][1] - ay];
  const squared = ex * ex + ey * ey;
  const found: { vertex: number; along: number }[] = [];
  for (const vertex of among) {
    if (vertex === from || vertex === to) continue;
    const [wx, wy] = [vertices[vertex][0] - ax, vertices[vertex][1] - ay];
    const along = wx * ex + wy * ey;
    const beside = Math.abs(ex * wy - ey * wx);
    if (along <= 0 || along >= squared || beside > BESIDE * Math.sqrt(squared)) continue;
    found.push({ vertex, along });
  }
  return found.sort((one, other) => one.along - other.along).map(({ vertex }) => vertex);
}
