import { createBody } from '../shapes/geometry.ts';
import { type ObstacleTable, obstacleTable, readBody } from '../steering/obstacles/table.ts';
import { formOf, OBSTACLE } from '../world/obstacle-kinds.ts';
import type { SharedWorld } from '../world/world.ts';
import { meetCapsule, meetCapsuleFromInside } from './capsule.ts';
import { type Course, createCourse, createMeeting, type Meeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { meetPolygon, meetPolygonFromInside } from './polygon.ts';
import { HIT } from './request.ts';
import { meetBox } from './rounded-box.ts';
import { meetBall, meetBallFromInside, meetBoxFromInside, meetHalfSpace } from './solids.ts';

const ORIGIN = [0, 0, 0];
const meeting = createMeeting();
const body = createBody();
/** The course in the coordinates of an obstacle. */
const local = createCourse();

/**
 * Finds the first obstacle that a course hits. `before` is the distance (m) that was already covered before this part
 * of the course.
 */
export function castAtObstacles(
  hit: FirstHit,
  world: SharedWorld,
  course: Course,
  before: number,
): void {
  const table = obstacleTable(world);
  for (let k = 0; k < table.count; k++) {
    const row = table.rows[k];
    bringIn(course, world, table, row);
    meetShape(meeting, local, world, row);
    if (table.turned[row] === 1) turn(meeting.normal, table.axes, 9 * row, 1, 3);
    hit.offer(meeting, course, before, HIT.obstacle, row);
  }
}

function bringIn(course: Course, { front }: SharedWorld, table: ObstacleTable, row: number): void {
  const { obstacleCenter: center } = front;
  local.from[0] = course.from[0] - center.x[row];
  local.from[1] = course.from[1] - center.y[row];
  local.from[2] = course.from[2] - center.z[row];
  local.direction.set(course.direction);
  local.length = course.length;
  local.radius = course.radius;
  if (table.turned[row] === 0) return;
  turn(local.from, table.axes, 9 * row, 3, 1);
  turn(local.direction, table.axes, 9 * row, 3, 1);
}

/**
 * Multiplies a vector by a matrix in `axes`. The first element of the matrix has the index `at`. From one row of the
 * matrix to the next, the index grows by `row`. From one column to the next, the index grows by `column`.
 */
function turn(
  vector: Float64Array,
  axes: Float32Array,
  at: number,
  row: number,
  column: number,
): void {
  const [x, y, z] = vector;
  for (let axis = 0; axis < 3; axis++) {
    const k = at + axis * row;
    vector[axis] = x * axes[k] + y * axes[k + column] + z * axes[k + 2 * column];
  }
}

/**
 * Finds where a course meets an obstacle. Each form of obstacle has its own function. The course is in the coordinates
 * of the obstacle.
 */
function meetShape(meeting: Meeting, course: Course, { front }: SharedWorld, row: number): void {
  readBody(body, front, row);
  const { ex, ey, ez } = body;
  const { radius } = course;
  switch (formOf(front.obstacleKind[row])) {
    case OBSTACLE.sphere:
      meetBall(meeting, course, 0, 0, 0, body.radius + radius);
      break;
    case OBSTACLE.sphereInside:
      meetBallFromInside(meeting, course, 0, 0, 0, body.radius - radius);
      break;
    case OBSTACLE.box:
      meetBox(meeting, course, ORIGIN, [ex, ey, ez]);
      break;
    case OBSTACLE.boxInside:
      meetBoxFromInside(meeting, course, ORIGIN, [ex, ey, ez]);
      break;
    case OBSTACLE.capsule:
      meetCapsule(meeting, course, [ex, ey, ez], body.radius + radius);
      break;
    case OBSTACLE.capsuleInside:
      meetCapsuleFromInside(meeting, course, [ex, ey, ez], body.radius - radius);
      break;
    case OBSTACLE.plane:
      meetHalfSpace(meeting, course, 0, 0, 0, ex, ey, ez);
      break;
    case OBSTACLE.polygon:
      meetPolygon(meeting, course, body);
      break;
    case OBSTACLE.polygonInside:
      meetPolygonFromInside(meeting, course, body);
      break;
  }
}
