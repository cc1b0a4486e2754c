import { otherWay, shortest } from '../grid/torus.ts';
import { dot, length } from '../math/vector.ts';
import { slotFor } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { hasStretches, middleOf, NEARLY, STRETCH } from '../world/path-stretches.ts';
import type { BehaviorPlan, PathPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aim, facesNowhere } from './aim.ts';

const fround = Math.fround;

/**
 * Finds the aim of the agent at place `i`. The behavior decides whether the aim is the agent's own goal, the nearest
 * point of a path, or the agent's current waypoint on a path. Returns false if the agent has left its path.
 *
 * reads front, constants.pathPoint (m) and constants.pathHeading; writes staged waypoint
 */
export function aimAtPlace(
  aim: Aim,
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
): boolean {
  aim.velocityX = 0;
  aim.velocityY = 0;
  aim.velocityZ = 0;
  aim.accelerationX = 0;
  aim.accelerationY = 0;
  aim.accelerationZ = 0;
  aim.radius = 0;
  facesNowhere(aim);
  if (behavior.place === 'waypoint') return aimAtWaypoint(aim, world, behavior, i);
  if (behavior.place === 'path') aimAtPath(aim, world, behavior, i);
  else aimAtGoal(aim, world, i);
  return true;
}

function aimAtGoal(aim: Aim, { front, plan }: SharedWorld, i: number): void {
  const { goal } = front;
  const { edge } = plan.grid;
  aim.x = shortest(fround(goal.x[i] - front.position.x[i]), edge[0]);
  aim.y = shortest(fround(goal.y[i] - front.position.y[i]), edge[1]);
  aim.z = shortest(fround(goal.z[i] - front.position.z[i]), edge[2]);
}

/**
 * Returns the settings of a behavior that follows the points of a path. An agent within `distance` (m) of a point has
 * passed the point. `arrives` is true if the agent stays at the last point of an open path.
 */
export function switchingOf(
  { front }: SharedWorld,
  behavior: BehaviorPlan,
): { readonly distance: number; readonly arrives: boolean } {
  const { settings, index } = behavior;
  const slot = slotFor(behavior, 'switchDistance');
  return {
    distance: front.behaviorParameters[index * RECORD + slot],
    arrives: 'end' in settings && settings.end === 'arrive',
  };
}

/**
 * Aims at the next point of a path. An agent has passed a point when it is within `switchDistance` (m) of the point.
 * This distance should be more than half a step, and not much less than the radius of the agent's tightest turn.
 * Otherwise the agent misses points and circles around them. At the end of an open path, the agent stays at the last
 * point or leaves the path.
 *
 * reads front.waypoint: the index of the point that the agent heads for. If the agent has left the path, this is the
 * number of points
 */
function aimAtWaypoint(aim: Aim, world: SharedWorld, behavior: BehaviorPlan, i: number): boolean {
  const path = world.plan.paths[behavior.path];
  const { count, closed } = path;
  let point = world.front.waypoint[i];
  if (point >= count) return false;
  const { distance, arrives } = switchingOf(world, behavior);
  wayToPoint(aim, world, path, i, point);
  const isEnd = arrives && !closed && point === count - 1;
  if (!isEnd && length(aim.x, aim.y, aim.z) <= distance) {
    point = closed && point === count - 1 ? 0 : point + 1;
    world.scratch.stagedWaypoint[i] = point;
    if (point >= count) return false;
    wayToPoint(aim, world, path, i, point);
  }
  face(aim, world, path.first + point);
  return true;
}

function wayToPoint(
  aim: Aim,
  { front, constants, plan }: SharedWorld,
  { first }: PathPlan,
  i: number,
  point: number,
): void {
  const { x, y, z } = constants.pathPoint;
  const { edge } = plan.grid;
  aim.x = shortest(fround(x[first + point] - front.position.x[i]), edge[0]);
  aim.y = shortest(fround(y[first + point] - front.position.y[i]), edge[1]);
  aim.z = shortest(fround(z[first + point] - front.position.z[i]), edge[2]);
}

/**
 * Predicts where the agent will be after `prediction` seconds. Aims at the point of the whole path that is nearest to
 * the predicted position. Of equally near points, the first is taken. Skips stretches of the path that are too far away.
 * On a torus, each leg goes the short way from its
 * start to its end, and is seen from all sides.
 */
function aimAtPath(aim: Aim, world: SharedWorld, behavior: BehaviorPlan, i: number): void {
  const { front, constants, plan } = world;
  const { position, velocity, behaviorParameters } = front;
  const { pathReach } = constants;
  const { x, y, z } = constants.pathPoint;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const { first, count, closed } = plan.paths[behavior.path];
  const prediction = behaviorParameters[behavior.index * RECORD + slotFor(behavior, 'prediction')];
  const aheadX = fround(velocity.x[i] * prediction);
  const aheadY = fround(velocity.y[i] * prediction);
  const aheadZ = fround(velocity.z[i] * prediction);
  const fromX = fround(position.x[i] + aheadX);
  const fromY = fround(position.y[i] + aheadY);
  const fromZ = fround(position.z[i] + aheadZ);
  let least = Number.POSITIVE_INFINITY;
  let [wayX, wayY, wayZ] = [0, 0, 0];
  let chosen = first;
  const legs = closed ? count : count - 1;
  const axes = axesOf(edgeX, edgeY, edgeZ);
  /** The distance from the predicted position to the middle of a stretch, which is a point of the path. */
  const toMiddle = (begin: number): number => {
    const at = first + middleOf(begin, legs);
    const toX = shortest(fround(x[at] - fromX), edgeX);
    const toY = shortest(fround(y[at] - fromY), edgeY);
    return length(toX, toY, shortest(fround(z[at] - fromZ), edgeZ));
  };
  const isLong = hasStretches(legs);
  let bound = Number.POSITIVE_INFINITY;
  if (isLong) {
    for (let begin = 0; begin < legs; begin += STRETCH) bound = Math.min(bound, toMiddle(begin));
  }
  for (let leg = 0; leg < legs; leg++) {
    if (isLong && leg % STRETCH === 0) {
      // All of a stretch is nearer to its middle than it reaches. The factor covers errors of rounding.
      const isFar = fround(toMiddle(leg) * NEARLY) > fround(bound + pathReach[first + leg]);
      if (isFar) {
        leg += STRETCH - 1;
        continue;
      }
    }
    const a = first + leg;
    const b = leg + 1 < count ? a + 1 : first;
    const legX = shortest(fround(x[b] - x[a]), edgeX);
    const legY = shortest(fround(y[b] - y[a]), edgeY);
    const legZ = shortest(fround(z[b] - z[a]), edgeZ);
    const squaredLeg = dot(legX, legY, legZ, legX, legY, legZ);
    const startX = shortest(fround(x[a] - fromX), edgeX);
    const startY = shortest(fround(y[a] - fromY), edgeY);
    const startZ = shortest(fround(z[a] - fromZ), edgeZ);
    for (let image = 0; image <= axes; image++) {
      if ((image & ~axes) !== 0) continue;
      const toX = (image & 1) === 0 ? startX : otherWay(startX, edgeX);
      const toY = (image & 2) === 0 ? startY : otherWay(startY, edgeY);
      const toZ = (image & 4) === 0 ? startZ : otherWay(startZ, edgeZ);
      const along = fround(-dot(toX, toY, toZ, legX, legY, legZ));
      let share = squaredLeg > 0 ? fround(along / squaredLeg) : 0;
      share = share > 0 ? (share < 1 ? share : 1) : 0;
      const nearX = fround(toX + fround(legX * share));
      const nearY = fround(toY + fround(legY * share));
      const nearZ = fround(toZ + fround(legZ * share));
      const squared = dot(nearX, nearY, nearZ, nearX, nearY, nearZ);
      if (!(squared < least)) continue;
      least = squared;
      wayX = nearX;
      wayY = nearY;
      wayZ = nearZ;
      chosen = a;
    }
  }
  aim.x = fround(aheadX + wayX);
  aim.y = fround(aheadY + wayY);
  aim.z = fround(aheadZ + wayZ);
  face(aim, world, chosen);
}

/** The axes along which a world wraps, as bits: 1 for x, 2 for y and 4 for z. */
function axesOf(edgeX: number, edgeY: number, edgeZ: number): number {
  return (edgeX > 0 ? 1 : 0) | (edgeY > 0 ? 2 : 0) | (edgeZ > 0 ? 4 : 0);
}

/** Sets the heading of the aim to the direction that the path has after the given point of the path. */
function face(aim: Aim, { constants }: SharedWorld, point: number): void {
  const { x, y, z } = constants.pathHeading;
  aim.headingX = x[point];
  aim.headingY = y[point];
  aim.headingZ = z[point];
}
