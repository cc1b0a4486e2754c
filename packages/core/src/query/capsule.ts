import { type Course, createMeeting, type Meeting, meets, misses, startsInside } from './course.ts';
import { meetBall } from './solids.ts';

const sqrt = Math.sqrt;
const other = createMeeting();
/**
 * The segment in the middle of the capsule. `half` is half its length (m), and the unit vector (x, y, z) is its
 * direction. `height` (m) is the offset, along this direction, from the center of the segment to the start of the
 * course that is tested.
 * (px, py, pz) (m) is the vector from the segment to the point that was last passed to `distanceAt`.
 */
const line = { half: 0, x: 0, y: 0, z: 0, height: 0, px: 0, py: 0, pz: 0 };

/**
 * Finds where a course meets a capsule. The capsule contains all points within `radius` (m) of the segment from -`axis`
 * to `axis` (m). If a sphere moves along the course, `radius` includes the radius of the sphere.
 */
export function meetCapsule(
  meeting: Meeting,
  course: Course,
  axis: readonly number[],
  radius: number,
): void {
  lineUp(course, axis);
  if (distanceAt(course, 0) < radius) {
    startsInside(meeting, course);
    return;
  }
  misses(meeting);
  const side = crossSide(course, radius, -1);
  if (side >= 0) meetsAt(meeting, course, side, 1);
  for (let end = -1; end <= 1; end += 2) {
    meetBall(other, course, end * axis[0], end * axis[1], end * axis[2], radius);
    if (other.distance < meeting.distance) {
      meets(meeting, other.distance, other.normal[0], other.normal[1], other.normal[2]);
    }
  }
}

/**
 * Finds where a course that starts inside a capsule meets the surface of the capsule from within. Everything outside of
 * the capsule counts as solid.
 */
export function meetCapsuleFromInside(
  meeting: Meeting,
  course: Course,
  axis: readonly number[],
  radius: number,
): void {
  lineUp(course, axis);
  if (!(distanceAt(course, 0) <= radius) || radius <= 0) {
    startsInside(meeting, course);
    return;
  }
  // A course leaves a convex solid only once: where it leaves the last of its parts.
  let leave = Math.max(0, crossSide(course, radius, 1));
  for (let end = -1; end <= 1; end += 2)
    leave = Math.max(leave, leaveBall(course, end, axis, radius));
  meetsAt(meeting, course, leave, -1);
}

function lineUp({ from }: Course, [x, y, z]: readonly number[]): void {
  line.half = sqrt(x * x + y * y + z * z);
  line.x = x / line.half;
  line.y = y / line.half;
  line.z = z / line.half;
  line.height = from[0] * line.x + from[1] * line.y + from[2] * line.z;
}

/**
 * The distance (m) from the segment to a point of the course. `way` (m) is the distance from the start of the course to
 * that point. Stores the vector from the segment to the point in `line`.
 */
function distanceAt({ from, direction }: Course, way: number): number {
  const x = from[0] + way * direction[0];
  const y = from[1] + way * direction[1];
  const z = from[2] + way * direction[2];
  const height = x * line.x + y * line.y + z * line.z;
  const held = Math.max(-line.half, Math.min(line.half, height));
  line.px = x - held * line.x;
  line.py = y - held * line.y;
  line.pz = z - held * line.z;
  return sqrt(line.px * line.px + line.py * line.py + line.pz * line.pz);
}

/**
 * The distance (m) along a course to the cylinder between the ends of the capsule. If `side` is -1, the course enters
 * the cylinder at this distance. If `side` is 1, the course leaves the cylinder there. If there is no such point, the
 * result is -1.
 */
function crossSide({ from, direction }: Course, radius: number, side: number): number {
  const climb = direction[0] * line.x + direction[1] * line.y + direction[2] * line.z;
  const mx = direction[0] - climb * line.x;
  const my = direction[1] - climb * line.y;
  const mz = direction[2] - climb * line.z;
  const pace = sqrt(mx * mx + my * my + mz * mz);
  // A course along the axis meets an end first.
  if (!(pace > 0)) return -1;
  const px = from[0] - line.height * line.x;
  const py = from[1] - line.height * line.y;
  const pz = from[2] - line.height * line.z;
  const along = (px * mx + py * my + pz * mz) / pace;
  const ax = px - (along * mx) / pace;
  const ay = py - (along * my) / pace;
  const az = pz - (along * mz) / pace;
  const rest = radius * radius - (ax * ax + ay * ay + az * az);
  if (!(rest >= 0)) return -1;
  const way = (side * sqrt(rest) - along) / pace;
  return way >= 0 && Math.abs(line.height + way * climb) <= line.half ? way : -1;
}

/**
 * The distance (m) along a course to the point where the course leaves the ball around an end of the segment. If the
 * course misses the ball, the result is -1.
 */
function leaveBall(
  { from, direction }: Course,
  end: number,
  axis: readonly number[],
  radius: number,
): number {
  const px = from[0] - end * axis[0];
  const py = from[1] - end * axis[1];
  const pz = from[2] - end * axis[2];
  const along = px * direction[0] + py * direction[1] + pz * direction[2];
  const ax = px - along * direction[0];
  const ay = py - along * direction[1];
  const az = pz - along * direction[2];
  const rest = radius * radius - (ax * ax + ay * ay + az * az);
  return rest >= 0 ? sqrt(rest) - along : -1;
}

/**
 * Records that the course meets the surface at `way` (m). The normal points away from the segment if `sign` is 1, and
 * toward it if `sign` is -1.
 */
function meetsAt(meeting: Meeting, course: Course, way: number, sign: number): void {
  const distance = distanceAt(course, way);
  const scale = distance > 0 ? sign / distance : 0;
  meets(meeting, way, 0 + scale * line.px, 0 + scale * line.py, 0 + scale * line.pz);
}
