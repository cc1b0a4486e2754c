import type { SharedWorld } from '../world/world.ts';
import { type Course, createCourse, createMeeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { HIT } from './request.ts';
import { polygonsAlong, type Surface, surfaceOf } from './surface.ts';
import { createTriangle, meetTriangle, readTriangle } from './triangle.ts';

const meeting = createMeeting();
const triangle = createTriangle();
/** The part of a course that may meet the ground. */
const part = createCourse();

/** Finds the first triangle of the ground that a course hits. */
export function castAtGround(hit: FirstHit, world: SharedWorld, course: Course): void {
  const surface = surfaceOf(world);
  if (surface === undefined) return;
  const { mesh, level } = surface;
  // Coordinates near the ground have more digits than those of a start that is far away.
  const before = entryOf(surface, course);
  if (!(before <= course.length) || before === Number.POSITIVE_INFINITY) return;
  for (let axis = 0; axis < 3; axis++) {
    const ahead = before === 0 ? 0 : before * course.direction[axis];
    part.from[axis] = course.from[axis] + ahead;
  }
  part.direction.set(course.direction);
  part.length = course.length - before;
  part.radius = course.radius;
  polygonsAlong(
    surface,
    part,
    (way) => hit.admits(before + way),
    (polygon) => {
      for (let b = mesh.first[polygon] + 1; b + 1 < mesh.first[polygon + 1]; b++) {
        if (!readTriangle(triangle, mesh, polygon, b)) continue;
        meetTriangle(meeting, part, triangle, level);
        hit.offer(meeting, part, before, HIT.ground, polygon);
      }
    },
  );
}

/** How far a course gets until it may meet the ground (m); Infinity if it meets nothing. */
function entryOf({ low, high, level }: Surface, { from, direction, radius }: Course): number {
  // Farther than `level`, so that no part starts on the ground where the course does not.
  const reach = radius + 2 * level;
  let enter = 0;
  let leave = Number.POSITIVE_INFINITY;
  for (let axis = 0; axis < 3; axis++) {
    const under = low[axis] - reach - from[axis];
    const over = high[axis] + reach - from[axis];
    const n = direction[axis];
    if (n === 0) {
      if (under > 0 || over < 0) return Number.POSITIVE_INFINITY;
      continue;
    }
    enter = Math.max(enter, Math.min(under / n, over / n));
    leave = Math.min(leave, Math.max(under / n, over / n));
  }
  return enter <= leave ? enter : Number.POSITIVE_INFINITY;
}
