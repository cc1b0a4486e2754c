import { float, select, type Vec3Node, vec3 } from '../../laws/expressions.ts';

/** A direction of which no more than this is across a course, squared, says too little about a side. */
const NO_SIDE = 1e-6;

/** A unit vector across a course, itself a unit vector: on the side where a direction lies that each agent has. */
export function sideOf(course: Vec3Node, own: Vec3Node, dimensions: 2 | 3): Vec3Node {
  const { x, y, z } = course;
  if (dimensions === 2) {
    const left = vec3(y.negate(), x, 0);
    return select(left.dot(own).lessThan(0), left.negate(), left);
  }
  const across = own.sub(course.mul(own.dot(course)));
  // Else across the axis that the course leans on least.
  const other = select(
    x.abs().lessThanEqual(y.abs()),
    vec3(0, z.negate(), y),
    vec3(z, 0, x.negate()),
  );
  const some = select(across.lengthSquared().greaterThan(NO_SIDE), across, other);
  return some.mul(float(1).div(some.length()));
}
