import { OBSTACLE } from '../world/obstacles.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Course, Meeting } from './course.ts';
import { createMeeting } from './course.ts';
import type { FirstHit } from './first-hit.ts';
import { HIT } from './request.ts';
import { meetBox } from './rounded-box.ts';
import { meetBall, meetBallFromInside, meetBoxFromInside, meetHalfSpace } from './solids.ts';

const meeting = createMeeting();

/** Finds the first obstacle that a course hits; `before` it (m) is gone already. */
export function castAtObstacles(
  hit: FirstHit,
  world: SharedWorld,
  course: Course,
  before: number,
): void {
  for (let o = 0; o < world.plan.obstacles; o++) {
    meetObstacle(meeting, world, course, o);
    hit.offer(meeting, course, before, HIT.obstacle, o);
  }
}

/** Where a course meets an obstacle: one function per form. */
function meetObstacle(
  meeting: Meeting,
  { constants }: SharedWorld,
  course: Course,
  o: number,
): void {
  const { obstacleKind, obstacleCenter, obstacleExtent, obstacleRadius } = constants;
  const [x, y, z] = [obstacleCenter.x[o], obstacleCenter.y[o], obstacleCenter.z[o]];
  const [ex, ey, ez] = [obstacleExtent.x[o], obstacleExtent.y[o], obstacleExtent.z[o]];
  const { radius } = course;
  switch (obstacleKind[o]) {
    case OBSTACLE.sphere:
      meetBall(meeting, course, x, y, z, obstacleRadius[o] + radius);
      break;
    case OBSTACLE.sphereInside:
      meetBallFromInside(meeting, course, x, y, z, obstacleRadius[o] - radius);
      break;
    case OBSTACLE.box:
      meetBox(meeting, course, [x, y, z], [ex, ey, ez]);
      break;
    case OBSTACLE.boxInside:
      meetBoxFromInside(meeting, course, [x, y, z], [ex, ey, ez]);
      break;
    case OBSTACLE.plane:
      meetHalfSpace(meeting, course, x, y, z, ex, ey, ez);
      break;
  }
}
