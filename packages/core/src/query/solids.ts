import { type Course, type Meeting, meets, misses, startsInside } from './course.ts';

const sqrt = Math.sqrt;

/** Finds where a course meets a ball around (x, y, z). `radius` (m) is the radius of the ball plus `course.radius`. */
export function meetBall(
  meeting: Meeting,
  course: Course,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  const { from, direction } = course;
  const [nx, ny, nz] = direction;
  const px = from[0] - x;
  const py = from[1] - y;
  const pz = from[2] - z;
  if (px * px + py * py + pz * pz < radius * radius) {
    startsInside(meeting, course);
    return;
  }
  const along = px * nx + py * ny + pz * nz;
  // The vector from the center to the nearest point of the line. This form is accurate to the last bits even far away.
  const ax = px - along * nx;
  const ay = py - along * ny;
  const az = pz - along * nz;
  const rest = radius * radius - (ax * ax + ay * ay + az * az);
  if (along > 0 || !(rest >= 0) || radius === 0) {
    misses(meeting);
    return;
  }
  const half = sqrt(rest);
  meets(
    meeting,
    Math.max(0, -along - half),
    (ax - half * nx) / radius,
    (ay - half * ny) / radius,
    (az - half * nz) / radius,
  );
}

/**
 * Finds where a course that starts inside a ball meets the surface of the ball from within. Everything outside of the
 * ball counts as solid.
 */
export function meetBallFromInside(
  meeting: Meeting,
  course: Course,
  x: number,
  y: number,
  z: number,
  radius: number,
): void {
  const { from, direction } = course;
  const [nx, ny, nz] = direction;
  const px = from[0] - x;
  const py = from[1] - y;
  const pz = from[2] - z;
  if (!(px * px + py * py + pz * pz <= radius * radius) || radius <= 0) {
    startsInside(meeting, course);
    return;
  }
  const along = px * nx + py * ny + pz * nz;
  const ax = px - along * nx;
  const ay = py - along * ny;
  const az = pz - along * nz;
  const half = sqrt(Math.max(0, radius * radius - (ax * ax + ay * ay + az * az)));
  meets(
    meeting,
    Math.max(0, half - along),
    0 - (ax + half * nx) / radius,
    0 - (ay + half * ny) / radius,
    0 - (az + half * nz) / radius,
  );
}

/** Finds where a course meets the half space behind a plane through (x, y, z) with the unit normal (ex, ey, ez). */
export function meetHalfSpace(
  meeting: Meeting,
  course: Course,
  x: number,
  y: number,
  z: number,
  ex: number,
  ey: number,
  ez: number,
): void {
  const { from, direction, radius } = course;
  const height = (from[0] - x) * ex + (from[1] - y) * ey + (from[2] - z) * ez - radius;
  if (height < 0) {
    startsInside(meeting, course);
    return;
  }
  const closing = -(direction[0] * ex + direction[1] * ey + direction[2] * ez);
  if (closing > 0) meets(meeting, height / closing, ex, ey, ez);
  else misses(meeting);
}

/**
 * Finds where a course that starts inside a box meets a face from within. Everything outside of the box counts as
 * solid.
 */
export function meetBoxFromInside(
  meeting: Meeting,
  course: Course,
  center: readonly number[],
  half: readonly number[],
): void {
  const { from, direction, radius } = course;
  let leave = Number.POSITIVE_INFINITY;
  let face = 0;
  for (let axis = 0; axis < 3; axis++) {
    const at = from[axis] - center[axis];
    const most = half[axis] - radius;
    if (!(Math.abs(at) <= most)) {
      startsInside(meeting, course);
      return;
    }
    const n = direction[axis];
    if (n === 0) continue;
    const out = ((n > 0 ? most : -most) - at) / n;
    if (out < leave) {
      leave = out;
      face = axis;
    }
  }
  const back = direction[face] > 0 ? -1 : 1;
  meets(meeting, leave, face === 0 ? back : 0, face === 1 ? back : 0, face === 2 ? back : 0);
}
