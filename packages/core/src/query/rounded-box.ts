import { type Course, createMeeting, type Meeting, meets, misses, startsInside } from './course.ts';
import { meetBall } from './solids.ts';

const sqrt = Math.sqrt;
const p = new Float64Array(3);
const corner = new Float64Array(3);
const other = createMeeting();

/**
 * Finds where a sphere that moves along a course first meets a box. The center of the box is `center` (m), and its half
 * edges are `half` (m). When the sphere meets the box, the sphere's center meets a rounded box. The rounded box
 * consists of three boxes, twelve cylinders along the edges, and eight balls at the corners.
 *
 * source: the slab test of Kay and Kajiya 1986, Ray Tracing Complex Scenes. The source for the rounded box is Ericson
 * 2005, Real-Time Collision Detection, section 5.5.7
 */
export function meetBox(
  meeting: Meeting,
  course: Course,
  center: readonly number[],
  half: readonly number[],
): void {
  const { from, radius } = course;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    p[axis] = from[axis] - center[axis];
    const beyond = Math.max(0, Math.abs(p[axis]) - half[axis]);
    squared += beyond * beyond;
  }
  const deep = [0, 1, 2].every((axis) => Math.abs(p[axis]) < half[axis]);
  if (deep || squared < radius * radius) {
    startsInside(meeting, course);
    return;
  }
  misses(meeting);
  if (radius === 0) {
    meetSlabs(meeting, course, half, -1);
    return;
  }
  // A course that misses the sharp box around the rounded box misses all its parts.
  meetSlabs(other, course, half, ALL);
  if (other.distance === Number.POSITIVE_INFINITY) return;
  for (let axis = 0; axis < 3; axis++) {
    meetSlabs(other, course, half, axis);
    keepNearer(meeting);
    for (let edge = 0; edge < 4; edge++) {
      meetEdge(other, course, half, axis, edge);
      keepNearer(meeting);
    }
  }
  for (let k = 0; k < 8; k++) {
    for (let axis = 0; axis < 3; axis++) {
      corner[axis] = center[axis] + ((k >> axis) & 1 ? half[axis] : -half[axis]);
    }
    meetBall(other, course, corner[0], corner[1], corner[2], radius);
    keepNearer(meeting);
  }
}

/** The value of `wide` that means all three axes. */
const ALL = 3;

function keepNearer(meeting: Meeting): void {
  if (!(other.distance < meeting.distance)) return;
  meeting.distance = other.distance;
  meeting.normal.set(other.normal);
}

/**
 * Finds where a course meets a box with sharp edges. The box is first widened by the radius of the course: along one
 * axis, along all axes, or not at all. In these three cases, `wide` is the number of the axis, `ALL`, or -1.
 */
function meetSlabs(
  meeting: Meeting,
  { direction, radius }: Course,
  half: readonly number[],
  wide: number,
): void {
  let enter = Number.NEGATIVE_INFINITY;
  let leave = Number.POSITIVE_INFINITY;
  let face = -1;
  for (let axis = 0; axis < 3; axis++) {
    const h = half[axis] + (wide === axis || wide === ALL ? radius : 0);
    const n = direction[axis];
    if (n === 0) {
      if (Math.abs(p[axis]) > h) leave = Number.NEGATIVE_INFINITY;
      continue;
    }
    const back = n > 0 ? h : -h;
    const into = (-back - p[axis]) / n;
    if (into > enter) {
      enter = into;
      face = axis;
    }
    leave = Math.min(leave, (back - p[axis]) / n);
  }
  misses(meeting);
  if (face < 0 || !(enter <= leave) || leave < 0) return;
  // A course that starts in a widened box is next to the solid or on its surface, so it does not enter this part.
  if (enter < 0 && wide !== ALL) return;
  const out = direction[face] > 0 ? -1 : 1;
  meets(meeting, enter, face === 0 ? out : 0, face === 1 ? out : 0, face === 2 ? out : 0);
}

/** Finds where a course meets the cylinder around one of the four edges that are parallel to an axis. */
function meetEdge(
  meeting: Meeting,
  { direction, radius }: Course,
  half: readonly number[],
  axis: number,
  edge: number,
): void {
  misses(meeting);
  const a = (axis + 1) % 3;
  const b = (axis + 2) % 3;
  const x = p[a] - (edge & 1 ? half[a] : -half[a]);
  const y = p[b] - (edge & 2 ? half[b] : -half[b]);
  const across = direction[a] * direction[a] + direction[b] * direction[b];
  // A course along the edge meets a corner first.
  if (!(across > 0)) return;
  const pace = sqrt(across);
  const [u, v] = [direction[a] / pace, direction[b] / pace];
  const along = x * u + y * v;
  const ax = x - along * u;
  const ay = y - along * v;
  const rest = radius * radius - (ax * ax + ay * ay);
  if (along > 0 || !(rest >= 0)) return;
  const near = sqrt(rest);
  const way = (-along - near) / pace;
  if (way < 0 || Math.abs(p[axis] + way * direction[axis]) > half[axis]) return;
  meeting.distance = way;
  meeting.normal[axis] = 0;
  meeting.normal[a] = (ax - near * u) / radius;
  meeting.normal[b] = (ay - near * v) / radius;
}
