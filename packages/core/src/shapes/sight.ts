import { dot } from '../math/vector.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** What an agent sees of one obstacle along its course. */
export interface Sight {
  /**
   * Whether the agent's body is where the obstacle allows no body. If so, (sideX, sideY, sideZ) is the unit vector that
   * points the way out. The vector is 0 if all directions are equally good.
   */
  inside: boolean;
  /** The distance along the course until the body touches the obstacle (m). */
  distance: number;
  /**
   * The direction in which to turn. It is a part of the surface's unit normal at the point of contact: the part that is
   * perpendicular to the course. Its length is the sine of the angle between the normal and the course. If a course
   * meets the surface head on, the length is 0.
   */
  sideX: number;
  sideY: number;
  sideZ: number;
}

export function createSight(): Sight {
  return { inside: false, distance: 0, sideX: 0, sideY: 0, sideZ: 0 };
}

/**
 * Records that the body is inside the obstacle, and that the way out is along (x, y, z). This vector has length 0 only
 * if all directions are equally good.
 */
export function outward(sight: Sight, x: number, y: number, z: number): void {
  const squared = dot(x, y, z, x, y, z);
  const scale = squared > 0 ? fround(1 / fround(sqrt(squared))) : 0;
  sight.inside = true;
  sight.sideX = fround(x * scale);
  sight.sideY = fround(y * scale);
  sight.sideZ = fround(z * scale);
}

/** Records that the course (nx, ny, nz) meets a surface with the unit normal (x, y, z) at `distance` (m). */
export function ahead(
  sight: Sight,
  distance: number,
  nx: number,
  ny: number,
  nz: number,
  x: number,
  y: number,
  z: number,
): void {
  const along = dot(nx, ny, nz, x, y, z);
  sight.inside = false;
  sight.distance = distance;
  sight.sideX = fround(x - fround(nx * along));
  sight.sideY = fround(y - fround(ny * along));
  sight.sideZ = fround(z - fround(nz * along));
}

export function nothing(sight: Sight): void {
  sight.inside = false;
  sight.distance = Number.POSITIVE_INFINITY;
}
