import { shortWay } from '../grid/torus.ts';
import { createBody } from '../shapes/geometry.ts';
import {
  type ObstacleTable,
  obstacleTable,
  readBody,
} from '../steering/obstacles/obstacle-table.ts';
import { formOf, isInside, OBSTACLE } from '../world/obstacle-kinds.ts';
import type { SharedWorld } from '../world/world.ts';
import { meetCapsule, meetCapsuleFromInside } from './capsule.ts';
import { type Course, createCourse, createMeeting, type Meeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { imagesNear, stretchesOf } from './images.ts';
import { meetPolygon, meetPolygonFromInside } from './polygon.ts';
import { HIT } from './request.ts';
import { meetBox } from './rounded-box.ts';
import { meetBall, meetBallFromInside, meetBoxFromInside, meetHalfSpace } from './solids.ts';

const ORIGIN = [0, 0, 0];
const meeting = createMeeting();
const body = createBody();
/** The course in the coordinates of an obstacle. */
const local = createCourse();

/** The course relative to an image of the world. Without a torus, the world is the only image. */
const seen = createCourse();

/**
 * Finds the first obstacle that a course hits. On a torus, the course can hit any image of an obstacle. It meets an
 * obstacle that keeps agents inside in the image nearest to its start. It meets a plane, which has no images, only where
 * the plane is: a course that leaves the world on one side enters on the opposite side.
 */
export function castAtObstacles(hit: FirstHit, world: SharedWorld, course: Course): void {
  const { front, plan } = world;
  if (plan.obstacles.capacity === 0) return;
  const table = obstacleTable(world);
  const { grid } = plan;
  seen.direction.set(course.direction);
  seen.radius = course.radius;
  for (let k = 0; k < table.count; k++) {
    const row = table.rows[k];
    const kind = front.obstacleKind[row];
    if (grid.wrap && kind === OBSTACLE.plane) castOverSeams(hit, world, table, row, course);
    else if (grid.wrap && isInside(kind)) {
      const { x, y, z } = front.obstacleCenter;
      const [fromX, fromY, fromZ] = course.from;
      const shift = [fromX - x[row], fromY - y[row], fromZ - z[row]].map(
        (way, axis) => way - shortWay(way, grid.edge[axis]),
      );
      castAt(hit, world, table, row, course, shift[0], shift[1], shift[2], 0, course.length);
    } else {
      const at = 3 * row;
      box.set(table.boxes.low.subarray(at, at + 3));
      box.set(table.boxes.high.subarray(at, at + 3), 3);
      imagesNear(grid, course, box, course.radius + WIDER, (x, y, z) => {
        castAt(hit, world, table, row, course, x, y, z, 0, course.length);
      });
    }
  }
}

const box = new Float64Array(6);
/** The distance (m) by which boxes are widened. It covers the rounding of their corners. */
const WIDER = 1e-3;

/** Casts at an obstacle along each part of a course that lies in one image of the world. */
function castOverSeams(
  hit: FirstHit,
  world: SharedWorld,
  table: ObstacleTable,
  row: number,
  course: Course,
): void {
  stretchesOf(world.plan.grid, course, (x, y, z, begin, end) => {
    if (hit.admits(begin)) castAt(hit, world, table, row, course, x, y, z, begin, end);
  });
}

/**
 * Casts at the image of an obstacle that is shifted by (x, y, z) (m), along the part of a course from `begin` to `end`
 * (m).
 */
function castAt(
  hit: FirstHit,
  world: SharedWorld,
  table: ObstacleTable,
  row: number,
  { from, direction }: Course,
  x: number,
  y: number,
  z: number,
  begin: number,
  end: number,
): void {
  seen.from[0] = from[0] + begin * direction[0] - x;
  seen.from[1] = from[1] + begin * direction[1] - y;
  seen.from[2] = from[2] + begin * direction[2] - z;
  seen.length = end - begin;
  bringIn(seen, world, table, row);
  meetShape(meeting, local, world, row);
  if (table.turned[row] === 1) turn(meeting.normal, table.axes, 9 * row, 1, 3);
  hit.offer(meeting, seen, begin, HIT.obstacle, row);
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
