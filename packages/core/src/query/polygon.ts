import { type Body, createNearestPoint } from '../shapes/geometry.ts';
import { SHAPES } from '../shapes/index.ts';
import { type Course, createMeeting, type Meeting, meets, misses, startsInside } from './course.ts';
import { meetBall } from './solids.ts';

const other = createMeeting();
const nearest = createNearestPoint();
/** One edge of a polygon: its first corner, the vector to the next corner (m), and the outward unit normal. */
const edge = { x: 0, y: 0, ex: 0, ey: 0, nx: 0, ny: 0 };

/**
 * Finds where a course in the plane meets a convex polygon around the origin. If the course has a radius, a disc moves
 * along it. The center of the disc then meets a larger polygon: the edges are moved outward by the radius, and the
 * corners are rounded.
 */
export function meetPolygon(meeting: Meeting, course: Course, body: Body): void {
  const { from, direction, radius } = course;
  SHAPES.polygon.nearest(nearest, body, from[0], from[1], 0);
  if (nearest.distance < radius) {
    startsInside(meeting, course);
    return;
  }
  misses(meeting);
  if (radius === 0) {
    clip(meeting, course, body);
    return;
  }
  for (let k = 0; k < body.corners; k++) {
    edgeInto(body, k);
    const closing = -(direction[0] * edge.nx + direction[1] * edge.ny);
    const way = (heightOf(course) - radius) / closing;
    if (closing > 0 && way >= 0 && way < meeting.distance) {
      const x = from[0] + way * direction[0] - edge.x;
      const y = from[1] + way * direction[1] - edge.y;
      const along = x * edge.ex + y * edge.ey;
      if (along >= 0 && along <= edge.ex * edge.ex + edge.ey * edge.ey) {
        meets(meeting, way, edge.nx, edge.ny, 0);
      }
    }
    meetBall(other, course, edge.x, edge.y, 0, radius);
    if (other.distance < meeting.distance) {
      meets(meeting, other.distance, other.normal[0], other.normal[1], other.normal[2]);
    }
  }
}

/**
 * Finds where a course that starts inside a polygon meets an edge from within. Everything outside of the polygon counts
 * as solid.
 */
export function meetPolygonFromInside(meeting: Meeting, course: Course, body: Body): void {
  const { direction, radius } = course;
  misses(meeting);
  for (let k = 0; k < body.corners; k++) {
    edgeInto(body, k);
    const most = 0 - heightOf(course) - radius;
    if (!(most >= 0)) {
      startsInside(meeting, course);
      return;
    }
    const leaving = direction[0] * edge.nx + direction[1] * edge.ny;
    const way = most / leaving;
    if (leaving > 0 && way < meeting.distance) meets(meeting, way, 0 - edge.nx, 0 - edge.ny, 0);
  }
}

/**
 * Clips a ray at the half plane of each edge. On its way into the convex polygon, the ray crosses the lines through
 * several edges. It meets the polygon at the edge whose line it crosses last.
 */
function clip(meeting: Meeting, course: Course, body: Body): void {
  const { direction } = course;
  let leave = Number.POSITIVE_INFINITY;
  let enter = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < body.corners; k++) {
    edgeInto(body, k);
    const closing = -(direction[0] * edge.nx + direction[1] * edge.ny);
    const height = heightOf(course);
    if (closing === 0) {
      if (height > 0) leave = Number.NEGATIVE_INFINITY;
      continue;
    }
    const way = height / closing;
    if (closing < 0) leave = Math.min(leave, way);
    else if (way > enter) {
      enter = way;
      meeting.normal[0] = edge.nx;
      meeting.normal[1] = edge.ny;
      meeting.normal[2] = 0;
    }
  }
  if (enter >= 0 && enter <= leave) meeting.distance = enter;
}

/** How far outside of the current edge a course starts (m). */
function heightOf({ from }: Course): number {
  return (from[0] - edge.x) * edge.nx + (from[1] - edge.y) * edge.ny;
}

function edgeInto({ points, first, corners }: Body, k: number): void {
  const at = first + 2 * k;
  const next = first + 2 * ((k + 1) % corners);
  edge.x = points[at];
  edge.y = points[at + 1];
  edge.ex = points[next] - edge.x;
  edge.ey = points[next + 1] - edge.y;
  const long = Math.sqrt(edge.ex * edge.ex + edge.ey * edge.ey);
  edge.nx = edge.ey / long;
  edge.ny = (0 - edge.ex) / long;
}
