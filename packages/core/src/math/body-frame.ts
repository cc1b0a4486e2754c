import { normalizeInto, type Vector } from './direction.ts';

const fround = Math.fround;

/** Squared speed (m^2/s^2) up to which a velocity is all rounding, and gives a body no direction. */
export const AT_REST = fround(1e-10);

/** Writes where a body faces that starts with a velocity (m/s): along it, and along x at rest. */
export function headingInto(out: Vector, x: number, y: number, z: number): void {
  const flying = x * x + y * y + z * z > AT_REST;
  normalizeInto(out, flying ? x : 1, flying ? y : 0, flying ? z : 0);
}

/**
 * Writes the up of a body that starts with a heading. In space +y is up, and a body that heads there has +z on its
 * back; in the plane up is out of the plane.
 */
export function upInto(out: Vector, hx: number, hy: number, hz: number, dimensions: 2 | 3): void {
  const upright = dimensions === 3 && Math.abs(hy) < 0.999;
  const [ux, uy, uz] = upright ? [0, 1, 0] : [0, 0, 1];
  const along = fround(fround(fround(ux * hx) + fround(uy * hy)) + fround(uz * hz));
  normalizeInto(out, ux - along * hx, uy - along * hy, uz - along * hz);
}
