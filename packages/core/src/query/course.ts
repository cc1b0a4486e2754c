/**
 * The straight course of a point, or of the center of a sphere. Courses and hits are computed in f64 from the f32
 * numbers of the world, using only + - * / and square roots. Results are rounded once at the end.
 */
export interface Course {
  /** The start of the course (m), and its direction as a unit vector. */
  readonly from: Float64Array;
  readonly direction: Float64Array;
  /** The length of the course (m). */
  length: number;
  /** The radius of the sphere (m); 0 for a ray. */
  radius: number;
}

export function createCourse(): Course {
  return { from: new Float64Array(3), direction: new Float64Array(3), length: 0, radius: 0 };
}

/** The point at which a course meets a surface. */
export interface Meeting {
  /**
   * The distance along the course (m). It is Infinity if the course meets nothing, and 0 if the course starts inside
   * the solid.
   */
  distance: number;
  /** Whether the course starts inside the solid. If so, the course meets no surface. */
  inside: boolean;
  /**
   * The unit normal of the surface. If the course starts inside the solid, the normal is the opposite of the direction
   * of the course.
   */
  readonly normal: Float64Array;
}

export function createMeeting(): Meeting {
  return { distance: Number.POSITIVE_INFINITY, inside: false, normal: new Float64Array(3) };
}

/** Records that the course meets nothing. */
export function misses(meeting: Meeting): void {
  meeting.distance = Number.POSITIVE_INFINITY;
  meeting.inside = false;
}

/** Records that the course starts inside the solid. */
export function startsInside(meeting: Meeting, { direction }: Course): void {
  meeting.distance = 0;
  meeting.inside = true;
  // 0 - x never gives -0, which matters because answers are compared bit by bit.
  for (let axis = 0; axis < 3; axis++) meeting.normal[axis] = 0 - direction[axis];
}

/** Records in `meeting` that a course meets a surface with the normal (x, y, z) at `distance` (m). */
export function meets(meeting: Meeting, distance: number, x: number, y: number, z: number): void {
  meeting.distance = distance;
  meeting.inside = false;
  meeting.normal[0] = x;
  meeting.normal[1] = y;
  meeting.normal[2] = z;
}
