import type { Sight } from './sight.ts';

/**
 * The numbers of an obstacle in its own frame, where its center is the origin and it is not turned. They are f32, as in
 * shared memory.
 */
export interface Body {
  /** Radius of a sphere or a capsule (m). */
  radius: number;
  /** Half edges of a box, or half the axis of a capsule (m); unit normal of a plane. */
  ex: number;
  ey: number;
  ez: number;
  /** Corners of a polygon, counterclockwise: x and y (m) of each corner in turn, from index `first` on. */
  points: Float32Array;
  first: number;
  corners: number;
}

export function createBody(): Body {
  return { radius: 0, ex: 0, ey: 0, ez: 0, points: new Float32Array(0), first: 0, corners: 0 };
}

/** The point of a surface nearest to another point, in f64. */
export interface Nearest {
  /** Distance from the other point (m); negative inside the solid. */
  distance: number;
  /** The unit normal of the surface at the point, outward. */
  nx: number;
  ny: number;
  nz: number;
  /** The point, relative to the center (m). */
  x: number;
  y: number;
  z: number;
}

export function createNearestPoint(): Nearest {
  return { distance: 0, nx: 0, ny: 0, nz: 0, x: 0, y: 0, z: 0 };
}

/**
 * Looks from (px, py, pz) along the unit course (nx, ny, nz), which is 0 at rest, for a body that keeps `room` (m) from
 * the surface. All numbers are in the frame of the obstacle, rounded to f32 at each operation.
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

/**
 * What the kernels need to know of a shape. Position and rotation of an obstacle are handled in the same way for all
 * shapes.
 */
export interface ShapeGeometry {
  /** Whether the shape is bounded. A plane is not. */
  readonly bounded: boolean;
  /** The look of agents that are kept outside. */
  readonly look: Look;
  /** The look of agents that are kept inside. */
  readonly lookInside: Look;
  /** Finds the point of the surface nearest to (x, y, z), which can be inside or outside of the solid. */
  nearest(out: Nearest, body: Body, x: number, y: number, z: number): void;
  /** How far the shape extends from its center along a unit vector (m), in f64. Only for bounded shapes. */
  reach(body: Body, x: number, y: number, z: number): number;
}
