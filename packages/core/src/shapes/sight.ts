import { dot } from '../math/vector.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** What a look along the course finds about one obstacle. */
export interface Sight {
  /** Whether the body is where the obstacle allows no body. The side is then the unit vector out. */
  inside: boolean;
  /** Distance along the course until the body touches the obstacle (m). */
  distance: number;
  /**
   * The way to turn: the part of the surface's unit normal at the contact that is across the course. Its length is the
   * sine of the angle between the normal and the way back, so it is 0 head on.
   */
  sideX: number;
  sideY: number;
  sideZ: number;
}

export function createSight(): Sight {
  return { inside: false, distance: 0, sideX: 0, sideY: 0, sideZ: 0 };
}

/** Sets the way out. Its length is 0 only if no way out is best. */
export function outward(sight: Sight, x: number, y: number, z: number): void {
  const squared = dot(x, y, z, x, y, z);
  const scale = squared > 0 ? fround(1 / fround(sqrt(squared))) : 0;
  sight.inside = true;
  sight.sideX = fround(x * scale);
  sight.sideY = fround(y * scale);
  sight.sideZ = fround(z * scale);
}

/** Sets what is seen of a surface with the unit normal (x, y, z) that the course n meets. */
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
