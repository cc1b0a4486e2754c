import { shortest } from '../../grid/torus.ts';
import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import { approach, steerToVelocity } from './desired-velocity.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const FOLLOW = {
  weight: slotOf('followPath', 'weight'),
  speed: slotOf('followPath', 'speed'),
  switchDistance: slotOf('followPath', 'switchDistance'),
  brakingDistance: slotOf('followPath', 'brakingDistance'),
};
const STAY = {
  weight: slotOf('stayOnPath', 'weight'),
  halfWidth: slotOf('stayOnPath', 'halfWidth'),
  prediction: slotOf('stayOnPath', 'prediction'),
};

/** An offset from an agent (m). */
const way = { x: 0, y: 0, z: 0 };

/**
 * Goes from point to point of a path: weight x (desired velocity - velocity), with the desired speed
 * `speed`, at most the species' maxSpeed. A point counts as passed within `switchDistance` (m) of it;
 * that should be more than half a step, and not much less than the tightest circle the agent can
 * turn, or it will miss points and circle about them. At the end of an open path it arrives on the last
 * point, or is left to the other behaviors.
 *
 * reads front.waypoint, the point it heads for, or how many there are when it has left the path;
 * writes staged waypoint
 * source: path following by waypoints of Buckland 2005, Programming Game AI by Example, as Yuka has it
 */
export const steerFollowPath: Steer = (world, behavior, begin, end) => {
  const { status, species, waypoint, behaviorParameters, speciesParameters } = world.front;
  const { stagedWaypoint } = world.scratch;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + FOLLOW.weight];
  const switchDistance = behaviorParameters[at + FOLLOW.switchDistance];
  const braking = behaviorParameters[at + FOLLOW.brakingDistance];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const speed = Math.min(behaviorParameters[at + FOLLOW.speed], maxSpeed);
  const { first, count, closed } = world.plan.paths[behavior.path];
  const { settings } = behavior;
  const arrives = settings.type === 'followPath' && settings.end === 'arrive';
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    let point = waypoint[i];
    if (point >= count) continue;
    wayToPoint(world, i, first + point);
    let distance = length(way.x, way.y, way.z);
    const last = !closed && point === count - 1;
    if (distance <= switchDistance && !(last && arrives)) {
      point = closed ? (point + 1) % count : point + 1;
      stagedWaypoint[i] = point;
      if (point >= count) continue;
      wayToPoint(world, i, first + point);
      distance = length(way.x, way.y, way.z);
    }
    const brakes = arrives && !closed && point === count - 1;
    const scale = approach(distance, speed, brakes ? braking : 0);
    steerToVelocity(
      world,
      i,
      weight,
      fround(way.x * scale),
      fround(way.y * scale),
      fround(way.z * scale),
    );
  }
};

function wayToPoint({ front, constants, plan }: SharedWorld, i: number, point: number): void {
  const { x, y, z } = constants.pathPoint;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  way.x = shortest(fround(x[point] - front.position.x[i]), edgeX);
  way.y = shortest(fround(y[point] - front.position.y[i]), edgeY);
  way.z = shortest(fround(z[point] - front.position.z[i]), edgeZ);
}

/**
 * Keeps to a corridor along a path, in either direction: who will be farther than `halfWidth` (m) from
 * the path in `prediction` (s) seeks the point of the path that is nearest to where it will be, at
 * maximum speed.
 *
 * The nearest point is looked for along the whole path; of equally near ones the first is taken.
 * source: steerToStayOnPath of OpenSteer, SteerLibrary.h, after path following of Reynolds 1999
 */
export const steerStayOnPath: Steer = (world, behavior, begin, end) => {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + STAY.weight];
  const halfWidth = behaviorParameters[at + STAY.halfWidth];
  const prediction = behaviorParameters[at + STAY.prediction];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const aheadX = fround(velocity.x[i] * prediction);
    const aheadY = fround(velocity.y[i] * prediction);
    const aheadZ = fround(velocity.z[i] * prediction);
    wayToPath(world, behavior.path, i, aheadX, aheadY, aheadZ);
    if (length(way.x, way.y, way.z) <= halfWidth) continue;
    const x = fround(aheadX + way.x);
    const y = fround(aheadY + way.y);
    const z = fround(aheadZ + way.z);
    const scale = approach(length(x, y, z), maxSpeed, 0);
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
};

/** Writes the way to the nearest point of a path, from where agent `i` is plus an offset (m). */
function wayToPath(
  { front, constants, plan }: SharedWorld,
  path: number,
  i: number,
  aheadX: number,
  aheadY: number,
  aheadZ: number,
): void {
  const { x, y, z } = constants.pathPoint;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const { first, count, closed } = plan.paths[path];
  const fromX = fround(front.position.x[i] + aheadX);
  const fromY = fround(front.position.y[i] + aheadY);
  const fromZ = fround(front.position.z[i] + aheadZ);
  way.x = 0;
  way.y = 0;
  way.z = 0;
  let least = Number.POSITIVE_INFINITY;
  const legs = closed ? count : count - 1;
  for (let leg = 0; leg < legs; leg++) {
    const a = first + leg;
    const b = first + ((leg + 1) % count);
    const legX = fround(x[b] - x[a]);
    const legY = fround(y[b] - y[a]);
    const legZ = fround(z[b] - z[a]);
    const toX = shortest(fround(x[a] - fromX), edgeX);
    const toY = shortest(fround(y[a] - fromY), edgeY);
    const toZ = shortest(fround(z[a] - fromZ), edgeZ);
    const squaredLeg = dot(legX, legY, legZ, legX, legY, legZ);
    const along = fround(-dot(toX, toY, toZ, legX, legY, legZ));
    let share = squaredLeg > 0 ? fround(along / squaredLeg) : 0;
    share = share > 0 ? (share < 1 ? share : 1) : 0;
    const nearX = fround(toX + fround(legX * share));
    const nearY = fround(toY + fround(legY * share));
    const nearZ = fround(toZ + fround(legZ * share));
    const squared = dot(nearX, nearY, nearZ, nearX, nearY, nearZ);
    if (squared >= least) continue;
    least = squared;
    way.x = nearX;
    way.y = nearY;
    way.z = nearZ;
  }
}
