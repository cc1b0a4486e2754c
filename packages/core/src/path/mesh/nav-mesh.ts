/**
 * A navigation mesh: convex polygons in the plane, each with counterclockwise corners. Agents walk inside of polygons,
 * and cross from one to another at edges that both share.
 *
 * The corners of polygon p are first[p] to first[p + 1] - 1. Edge c goes from corner c to the next corner of the same
 * polygon. The arrays may be views of shared memory.
 */
export interface NavMesh {
  readonly polygons: number;
  /** By polygon: the index of its first corner. It has one entry more than there are polygons. */
  readonly first: Uint32Array;
  /** By corner: its position (m). */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** By corner: its vertex, less than `vertices`. Corners of two polygons at the same position have the same vertex. */
  readonly vertex: Uint32Array;
  readonly vertices: number;
  /** By corner: the polygon across its edge, or -1 for a wall. */
  readonly next: Int32Array;
  /** By corner: 1 if a wall begins or ends there, so that bodies keep away. */
  readonly wall: Uint8Array;
  /** By polygon: the number of its connected part. A path connects two polygons with the same number. */
  readonly part: Uint32Array;
  readonly bins: MeshBins;
  /** How far (m) beyond an edge a point still counts as inside, because rounding to f32 can move it. */
  readonly hair: number;
}

/** A grid over a mesh. Each square lists the polygons whose boxes touch it, by ascending number. */
export interface MeshBins {
  readonly left: number;
  readonly low: number;
  /** Edge length of a square (m). */
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** By square: the index of its first polygon. It has one entry more than there are squares. */
  readonly first: Uint32Array;
  readonly polygon: Uint32Array;
}

/** The corner after corner `c` of polygon `p`. */
export function cornerAfter({ first }: NavMesh, p: number, c: number): number {
  return c + 1 < first[p + 1] ? c + 1 : first[p];
}
