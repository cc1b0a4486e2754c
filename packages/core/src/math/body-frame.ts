import { normalizeInto, type Vector } from './direction.ts';

const fround = Math.fround;

/**
 * Squared speed (m^2/s^2) up to which a velocity is considered rounding error, so that it gives a body no direction.
 */
export const AT_REST = fround(1e-10);

/** A square (m^2/s^2) that f32 still holds, however it is rounded on the way. */
const MOST_SQUARED = 3e38;

/**
 * Writes the initial heading of a body whose velocity is (x, y, z) (m/s). The heading is along the velocity. If the
 * body is at rest, or so fast that the square of its speed is beyond f32, the heading is along the x axis.
 */
export function headingInto(out: Vector, x: number, y: number, z: number): void {
  const squared = x * x + y * y + z * z;
  const flying = squared > AT_REST && squared < MOST_SQUARED;
  normalizeInto(out, flying ? x : 1, flying ? y : 0, flying ? z : 0);
}

/**
 * Writes the initial up vector of a body with heading (hx, hy, hz). The up vector is the direction nearest to +y that
 * is perpendicular to the heading. If the body heads almost straight up or down, +z is used in place of +y. In two
 * dimensions, the up vector is +z.
 */
export function upInto(out: Vector, hx: number, hy: number, hz: number, dimensions: 2 | 3): void {
  const upright = dimensions === 3 && Math.abs(hy) < 0.999;
  const [ux, uy, uz] = upright ? [0, 1, 0] : [0, 0, 1];
  const along = fround(fround(fround(ux * hx) + fround(uy * hy)) + fround(uz * hz));
  normalizeInto(out, ux - along * hx, uy - along * hy, uz - along * hz);
}
