import { float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';

/** A direction points to neither side if its part across the course has at most this squared length. */
const NO_SIDE = 1e-6;

/**
 * Returns a unit vector perpendicular to `course`. It is as near as possible to the random direction `own`, which each
 * agent keeps. Both arguments are unit vectors.
 */
export function sideOf(course: Vec3Node, own: Vec3Node, dimensions: 2 | 3): Vec3Node {
  const { x, y, z } = course;
  if (dimensions === 2) {
    const left = vec3(y.negate(), x, 0);
    return select(left.dot(own).lessThan(0), left.negate(), left);
  }
  const across = own.sub(course.mul(own.dot(course)));
  // Otherwise take a vector across the axis that the course leans on least.
  const other = select(
    x.abs().lessThanEqual(y.abs()),
    vec3(0, z.negate(), y),
    vec3(z, 0, x.negate()),
  );
  const some = select(across.lengthSquared().greaterThan(NO_SIDE), across, other);
  return some.mul(float(1).div(some.length()));
}
