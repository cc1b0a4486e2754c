/**
 * A navigation mesh: convex polygons in the plane, each with its corners counterclockwise. Agents walk
 * inside of them, and from one to the next across the edges that two share.
 *
 * Corner c of polygon p is one of first[p] to first[p + 1] - 1; edge c leads from corner c to the next
 * corner of the same polygon. The arrays may be views of shared memory.
 */
export interface NavMesh {
  readonly polygons: number;
  /** By polygon, and one more: where its corners begin. */
  readonly first: Uint32Array;
  /** By corner (m). */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** By corner: its vertex, less than `vertices`; corners of two polygons at one place have the same. */
  readonly vertex: Uint32Array;
  readonly vertices: number;
  /** By corner: the polygon across its edge, or -1 for a wall. */
  readonly next: Int32Array;
  /** By corner: 1 where a wall begins or ends, so that a body keeps off. */
  readonly wall: Uint8Array;
  /** By polygon: two have the same number when a way leads from one to the other. */
  readonly part: Uint32Array;
  readonly bins: MeshBins;
  /** How far (m) beyond an edge a point still counts as inside: what rounding to f32 may move it. */
  readonly hair: number;
}

/** A grid over a mesh: for each of its squares the polygons whose boxes touch it, in their order. */
export interface MeshBins {
  readonly left: number;
  readonly low: number;
  /** Edge of a square (m). */
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** By square, and one more: where its polygons begin. */
  readonly first: Uint32Array;
  readonly polygon: Uint32Array;
}

/** The corner after corner `c` of polygon `p`. */
export function cornerAfter({ first }: NavMesh, p: number, c: number): number {
  return c + 1 < first[p + 1] ? c + 1 : first[p];
}
