import type { Sight } from './sight.ts';

/**
 * The numbers that describe an obstacle in its own coordinates. There its center is the origin, and it is not rotated.
 * The numbers are f32, as in shared memory.
 */
export interface Body {
  /** The radius of a sphere or a capsule (m). */
  radius: number;
  /**
   * The vector (ex, ey, ez). For a box, the half edges (m). For a capsule, half the axis (m). For a plane, the unit
   * normal.
   */
  ex: number;
  ey: number;
  ez: number;
  /**
   * The corners of a polygon, counterclockwise: x and y (m) of each corner in turn. The first x is at index `first`.
   */
  points: Float32Array;
  first: number;
  corners: number;
}

export function createBody(): Body {
  return { radius: 0, ex: 0, ey: 0, ez: 0, points: new Float32Array(0), first: 0, corners: 0 };
}

/** The point of a surface that is nearest to a given point, in f64. */
export interface Nearest {
  /** The distance from the given point (m); negative if the given point is inside the solid. */
  distance: number;
  /** The outward unit normal of the surface at the nearest point. */
  nx: number;
  ny: number;
  nz: number;
  /** The point of the surface that is nearest to the given point, relative to the center of the obstacle (m). */
  x: number;
  y: number;
  z: number;
}

export function createNearestPoint(): Nearest {
  return { distance: 0, nx: 0, ny: 0, nz: 0, x: 0, y: 0, z: 0 };
}

/**
 * A function that finds what an agent sees of an obstacle along the agent's course. The agent is at (px, py, pz). The
 * course is the unit vector (nx, ny, nz), or the zero vector if the agent is at rest. The agent's body must keep `clearance`
 * (m) from the surface.
 *
 * All numbers are in the coordinates of the obstacle, rounded to f32 at each operation.
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
  clearance: number,
) => void;

/**
 * Everything that kernels must know about a shape. The position and rotation of an obstacle are handled elsewhere, in
 * the same way for all shapes.
 */
export interface ShapeGeometry {
  /** Whether the shape is bounded. Only a plane is not bounded. */
  readonly bounded: boolean;
  /** The `Look` of agents that are kept outside of the shape. */
  readonly look: Look;
  /** The `Look` of agents that are kept inside the shape. */
  readonly lookInside: Look;
  /**
   * Finds the point of the surface nearest to the position (x, y, z). The position may be inside or outside of the
   * solid.
   */
  nearest(out: Nearest, body: Body, x: number, y: number, z: number): void;
  /**
   * Returns how far (m) the shape extends from its center along the unit vector (x, y, z), in f64. Only for bounded
   * shapes.
   */
  reach(body: Body, x: number, y: number, z: number): number;
}
