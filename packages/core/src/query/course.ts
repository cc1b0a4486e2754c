/**
 * The straight way of a point, or of the center of a sphere. Ways and hits are worked out in f64 from the
 * f32 of the world, by + - * / and square roots, and rounded once.
 */
export interface Course {
  /** Where it starts (m), and its unit direction. */
  readonly from: Float64Array;
  readonly direction: Float64Array;
  /** How far it leads (m). */
  length: number;
  /** Radius of the sphere (m), 0 for a ray. */
  radius: number;
}

export function createCourse(): Course {
  return { from: new Float64Array(3), direction: new Float64Array(3), length: 0, radius: 0 };
}

/** Where a course meets a surface. */
export interface Meeting {
  /** Of the way (m); infinite where it does not. 0 where it starts inside. */
  distance: number;
  /** Whether it starts inside: no surface is met. */
  inside: boolean;
  /** The unit normal of the surface there; straight back where it starts inside. */
  readonly normal: Float64Array;
}

export function createMeeting(): Meeting {
  return { distance: Number.POSITIVE_INFINITY, inside: false, normal: new Float64Array(3) };
}

/** The course meets nothing. */
export function misses(meeting: Meeting): void {
  meeting.distance = Number.POSITIVE_INFINITY;
  meeting.inside = false;
}

/** The course starts inside. */
export function startsInside(meeting: Meeting, { direction }: Course): void {
  meeting.distance = 0;
  meeting.inside = true;
  // No -0: an answer is compared by its bits.
  for (let axis = 0; axis < 3; axis++) meeting.normal[axis] = 0 - direction[axis];
}

/** The course meets a surface with the normal (x, y, z). */
export function meets(meeting: Meeting, distance: number, x: number, y: number, z: number): void {
  meeting.distance = distance;
  meeting.inside = false;
  meeting.normal[0] = x;
  meeting.normal[1] = y;
  meeting.normal[2] = z;
}
