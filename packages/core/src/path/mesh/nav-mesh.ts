/**
 * A navigation mesh: polygons that are convex in the plan (as seen from above), each with counterclockwise corners.
 * Agents walk inside polygons, and cross to another polygon at a shared edge. Floors may lie above each other.
 *
 * The corners of polygon p are first[p] to first[p + 1] - 1. Edge c goes from corner c to the next corner of the same
 * polygon. The arrays may be views of shared memory.
 */
export interface NavMesh {
  readonly polygons: number;
  /** For each polygon, the index of its first corner. The array has one more entry than there are polygons. */
  readonly first: Uint32Array;
  /** For each corner, its position (m); `z` is its height, 0 on a flat mesh. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
  /** Whether all heights are 0. */
  readonly flat: boolean;
  /** For each polygon, 1 if all its corners have the same height. */
  readonly level: Uint8Array;
  /**
   * For each corner, the index of its vertex, from 0 to `vertices` - 1. Corners of two polygons at the same position
   * have the same vertex.
   */
  readonly vertex: Uint32Array;
  readonly vertices: number;
  /** For each corner c, the polygon on the other side of edge c; -1 if edge c is a wall. */
  readonly next: Int32Array;
  /** For each corner, 1 if a wall begins or ends there. Bodies keep away from such corners. */
  readonly wall: Uint8Array;
  /**
   * For each polygon, the number of the connected part of the mesh to which the polygon belongs. Any two polygons of
   * the same part are connected by a path across edges. Links may connect parts.
   */
  readonly part: Uint32Array;
  /** For each polygon, 1 + the index of its area; 0 if it is in no area. */
  readonly area: Uint8Array;
  readonly links: MeshLinks;
  readonly bins: MeshBins;
  /**
   * The maximum distance (m) beyond an edge at which a point still counts as inside. Rounding to f32 can move points
   * that far.
   */
  readonly hair: number;
}

/**
 * A square grid over a mesh, which speeds up searches for polygons. Each square lists the polygons whose boxes touch
 * it, in ascending order.
 */
export interface MeshBins {
  readonly left: number;
  readonly low: number;
  /** Edge length of a square (m). */
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /**
   * For each square, the index of its first entry in the list of polygons. The array has one more entry than there are
   * squares.
   */
  readonly first: Uint32Array;
  readonly polygon: Uint32Array;
}

/**
 * The links of a mesh, each in one direction: a link that leads both ways is two. They are in ascending order of the
 * polygons where they begin.
 */
export interface MeshLinks {
  readonly count: number;
  /** For each link, its index in the list of the scenario. */
  readonly index: Uint32Array;
  /** For each link, the polygons where it begins and ends. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** For each link, the points of these polygons where it begins and ends (m). */
  readonly fromX: Float32Array;
  readonly fromY: Float32Array;
  readonly toX: Float32Array;
  readonly toY: Float32Array;
  /** For each link, what its use costs, in meters of the default area. */
  readonly cost: Float32Array;
}

/** For each polygon, 1 if all its corners have the same height. */
export function levelsOf({
  polygons,
  first,
  z,
}: Pick<NavMesh, 'polygons' | 'first' | 'z'>): Uint8Array {
  return Uint8Array.from({ length: polygons }, (_, p) => {
    const heights = z.subarray(first[p], first[p + 1]);
    return heights.every((height) => height === heights[0]) ? 1 : 0;
  });
}

/** The corner that follows corner `c` of polygon `p`, around the polygon. */
export function cornerAfter({ first }: NavMesh, p: number, c: number): number {
  return c + 1 < first[p + 1] ? c + 1 : first[p];
}
