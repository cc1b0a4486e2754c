import type { Sight } from './sight.ts';

/**
 * The numbers of an obstacle in its own frame, in which its center is the origin and it is not turned, as f32
 * in shared memory holds them.
 */
export interface Body {
  /** Of a sphere or a capsule (m). */
  radius: number;
  /** Half edges of a box, half the axis of a capsule (m); unit normal of a plane. */
  ex: number;
  ey: number;
  ez: number;
  /** Corners of a polygon, counterclockwise: x and y (m), one after the other, from `first` on. */
  points: Float32Array;
  first: number;
  corners: number;
}

export function createBody(): Body {
  return { radius: 0, ex: 0, ey: 0, ez: 0, points: new Float32Array(0), first: 0, corners: 0 };
}

/** The point of a surface that is nearest to another, in f64. */
export interface Nearest {
  /** How far it is from there (m); below 0 in the solid. */
  distance: number;
  /** The unit normal of the surface there, out of the solid. */
  nx: number;
  ny: number;
  nz: number;
  /** The point, from the center (m). */
  x: number;
  y: number;
  z: number;
}

export function createNearestPoint(): Nearest {
  return { distance: 0, nx: 0, ny: 0, nz: 0, x: 0, y: 0, z: 0 };
}

/**
 * Looks from (px, py, pz) along the unit course (nx, ny, nz), which is 0 at rest, for a body that keeps `room` (m)
 * from the surface. All in the frame of the obstacle, rounded to f32 at each operation.
 */
export type Look = (
  sight: Sight,
  body: Body,
  px: number,
  py: number,
  pz: number,
  nx: number,
  ny: number,
  nz: number,
  room: number,
) => void;

/** What the kernels know of a shape. Where an obstacle stands and how it is turned is the same for all. */
export interface ShapeGeometry {
  /** Whether it is bounded: a plane is not. */
  readonly bounded: boolean;
  /** For agents that are kept outside. */
  readonly look: Look;
  /** For agents that are kept inside. */
  readonly lookInside: Look;
  /** The point of its surface nearest to (x, y, z), which is inside of the solid or not. */
  nearest(out: Nearest, body: Body, x: number, y: number, z: number): void;
  /** How far it reaches from its center along a unit vector (m), in f64; not for what is unbounded. */
  reach(body: Body, x: number, y: number, z: number): number;
}
