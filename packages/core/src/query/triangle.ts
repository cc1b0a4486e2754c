import type { NavMesh } from '../path/mesh/nav-mesh.ts';
import { meetCapsule } from './capsule.ts';
import {
  type Course,
  createCourse,
  createMeeting,
  type Meeting,
  meets,
  misses,
  startsInside,
} from './course.ts';

const sqrt = Math.sqrt;

/** A triangle of a ground: its corners as x, y and z (m), and its unit normal, which points up. */
export interface Triangle {
  readonly corners: readonly [Float64Array, Float64Array, Float64Array];
  readonly normal: Float64Array;
}

export function createTriangle(): Triangle {
  const three = (): Float64Array => new Float64Array(3);
  return { corners: [three(), three(), three()], normal: three() };
}

/**
 * Reads the triangle of polygon `p` whose second corner is corner `b` of the mesh. The triangles of a polygon are a fan
 * around its first corner, as in `heightIn`. Corners that are in a line as seen from above make an upright triangle:
 * without it, there would be a gap to the polygon beside it. Returns false if the corners are in a line in space.
 */
export function readTriangle(triangle: Triangle, mesh: NavMesh, p: number, b: number): boolean {
  const {
    corners: [first, second, third],
    normal,
  } = triangle;
  readCorner(first, mesh, mesh.first[p]);
  readCorner(second, mesh, b);
  readCorner(third, mesh, b + 1);
  if (setNormal(triangle) < 0) {
    // Rounding has turned it over.
    readCorner(second, mesh, b + 1);
    readCorner(third, mesh, b);
    setNormal(triangle);
  }
  return !Number.isNaN(normal[0]);
}

/** Returns twice the area of a triangle as seen from above (m^2); less than 0 if it lies upside down. */
function setNormal({ corners: [first, second, third], normal }: Triangle): number {
  const [ux, uy, uz] = [second[0] - first[0], second[1] - first[1], second[2] - first[2]];
  const [vx, vy, vz] = [third[0] - first[0], third[1] - first[1], third[2] - first[2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const scale = 1 / sqrt(x * x + y * y + z * z);
  normal[0] = x * scale;
  normal[1] = y * scale;
  normal[2] = z * scale;
  return z;
}

function readCorner(to: Float64Array, { x, y, z }: NavMesh, c: number): void {
  to[0] = x[c];
  to[1] = y[c];
  to[2] = z[c];
}

/** How far a point is above the plane of a triangle (m); less than 0 below. */
export function heightOver({ corners: [a], normal }: Triangle, point: Float64Array): number {
  return (
    (point[0] - a[0]) * normal[0] + (point[1] - a[1]) * normal[1] + (point[2] - a[2]) * normal[2]
  );
}

/** How fast a course sinks to the plane of a triangle, as a part of its length; less than 0 if it rises. */
export function sinking({ normal }: Triangle, { direction }: Course): number {
  return -(direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2]);
}

/**
 * Whether the line through a course passes through a triangle. Of the triangles on both sides of an edge, a line passes
 * through at least one: for both, the same number with opposite signs says on which side of the edge the line passes.
 */
export function isCrossed({ corners }: Triangle, { from, direction }: Course): boolean {
  let [some, others] = [false, false];
  const [nx, ny, nz] = direction;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[k], corners[(k + 1) % 3]];
    const [ax, ay, az] = [a[0] - from[0], a[1] - from[1], a[2] - from[2]];
    const [bx, by, bz] = [b[0] - from[0], b[1] - from[1], b[2] - from[2]];
    const side = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx);
    if (side > 0) some = true;
    if (side < 0) others = true;
  }
  return !(some && others);
}

/**
 * Whether a point of the plane of a triangle is in the triangle, or at most `beside` (m) beyond the line of an edge.
 * Corners and edges are parts of it.
 */
export function isWithin(
  { corners, normal }: Triangle,
  x: number,
  y: number,
  z: number,
  beside = 0,
): boolean {
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[k], corners[(k + 1) % 3]];
    const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const [cx, cy, cz] = [ey * pz - ez * py, ez * px - ex * pz, ex * py - ey * px];
    const inward = cx * normal[0] + cy * normal[1] + cz * normal[2];
    if (inward < 0 && inward < -beside * sqrt(ex * ex + ey * ey + ez * ez)) return false;
  }
  return true;
}

const other = createMeeting();
/** The course relative to the middle of an edge. */
const beside = createCourse();
const axis = [0, 0, 0];

/**
 * Finds where a course meets a triangle, from above or below. A ray that starts on the triangle, up to `level` (m)
 * above or below it, starts above.
 */
export function meetTriangle(
  meeting: Meeting,
  course: Course,
  triangle: Triangle,
  level: number,
): void {
  const { from, direction, radius } = course;
  const { corners, normal } = triangle;
  const height = heightOver(triangle, from);
  const side = height >= (radius > 0 ? 0 : -level) ? 1 : -1;
  const closing = side * sinking(triangle, course);
  const [x, y, z] = [side * normal[0], side * normal[1], side * normal[2]];
  misses(meeting);
  if (radius === 0) {
    if (!(closing > 0) || !isCrossed(triangle, course)) return;
    meets(meeting, Math.max(0, side * height) / closing, 0 + x, 0 + y, 0 + z);
    return;
  }
  if (isNear(triangle, from, height, radius)) {
    startsInside(meeting, course);
    return;
  }
  const way = (side * height - radius) / closing;
  if (closing > 0 && way >= 0) {
    const [footX, footY, footZ] = [
      from[0] + way * direction[0] - radius * x,
      from[1] + way * direction[1] - radius * y,
      from[2] + way * direction[2] - radius * z,
    ];
    if (isWithin(triangle, footX, footY, footZ)) {
      meets(meeting, way, 0 + x, 0 + y, 0 + z);
      return;
    }
  }
  // A sphere that does not touch the face first touches an edge or a corner first. A capsule has both.
  beside.direction.set(direction);
  beside.length = course.length;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[k], corners[(k + 1) % 3]];
    for (let n = 0; n < 3; n++) {
      axis[n] = 0.5 * (b[n] - a[n]);
      beside.from[n] = from[n] - 0.5 * (a[n] + b[n]);
    }
    meetCapsule(other, beside, axis, radius);
    if (other.distance >= meeting.distance) continue;
    meeting.distance = other.distance;
    meeting.inside = other.inside;
    meeting.normal.set(other.normal);
  }
}

/**
 * Whether a point is nearer to a triangle than `radius` (m). `height` (m) is the height of the point above the plane.
 */
function isNear(triangle: Triangle, point: Float64Array, height: number, radius: number): boolean {
  if (!(Math.abs(height) < radius)) return false;
  const { corners, normal } = triangle;
  const [x, y, z] = point;
  const [footX, footY, footZ] = [
    x - height * normal[0],
    y - height * normal[1],
    z - height * normal[2],
  ];
  if (isWithin(triangle, footX, footY, footZ)) return true;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [corners[k], corners[(k + 1) % 3]];
    const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const along = (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez);
    const share = Math.min(1, Math.max(0, along));
    const [dx, dy, dz] = [px - share * ex, py - share * ey, pz - share * ez];
    if (dx * dx + dy * dy + dz * dz < radius * radius) return true;
  }
  return false;
}
