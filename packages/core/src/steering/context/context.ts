import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import {
  createObstacleList,
  GROUP,
  listForOne,
  listObstaclesNear,
  type Range,
} from '../obstacles/near.ts';
import { aimsOf, type BlockAims, forgetAims } from './block-aims.ts';
import { chooseSlot, lowestDanger, subSlotInto } from './choose.ts';
import { type Crowding, crowdingInto } from './crowding.ts';
import { type Cast, castDanger, crowdDanger } from './danger.ts';
import { directionsOf } from './directions.ts';
import { setForces, wantForce } from './force-interest.ts';
import {
  addLinear,
  clearMaps,
  createMaps,
  type Merge,
  type WriteInterest,
  wantDirection,
} from './maps.ts';
import { wantStrafe } from './strafe.ts';
import { castOntoMap } from './wall-danger.ts';

const fround = Math.fround;

const WEIGHT = slotOf('context', 'weight');
const SPEED = slotOf('context', 'speed');
const BIAS = slotOf('context', 'bias');
const SEPARATION = slotOf('context', 'separation');
const RADIUS = slotOf('context', 'radius');
const CAST_RADIUS = slotOf('context', 'castRadius');
const CAST_RANGE = slotOf('context', 'castRange');
const TOLERANCE = slotOf('context', 'tolerance');
const ARRIVAL_RADIUS = slotOf('context', 'arrivalRadius');

/**
 * For each behavior that computes its own interest: the function that writes this interest. All other behaviors have an
 * interest in the direction of their force.
 */
const WRITERS: { readonly [type: string]: WriteInterest } = { strafe: wantStrafe };

/** The maps of the block of agents that this thread steered last. */
export const maps = createMaps();

const around = createObstacleList();
const near = createObstacleList();

const cast: Cast = { radius: 0, range: 0, speed: 0, aimX: 0, aimY: 0, aimZ: 0, reach: 0 };
const crowding: Crowding = { x: 0, y: 0, z: 0, amount: 0 };
const way = new Float32Array(3);

/** Clears the maps, for the agents of a new block. */
export function clearInterest({ plan }: SharedWorld, agents: number): void {
  forgetAims();
  clearMaps(maps, directionsOf(plan.dimensions), 0, agents);
}

/**
 * Writes the interest of a behavior that comes before `context` in the list of behaviors. For most types, `steer` adds
 * a force, which is turned into interest. The forces are then set to 0.
 *
 * @param steer adds the force of a behavior to the agents in places [begin, end)
 */
export function wantBehavior(
  world: SharedWorld,
  context: BehaviorPlan,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
  steer: (behavior: BehaviorPlan) => void,
): void {
  const merge = mergeOf(context);
  const write = WRITERS[behavior.type];
  if (write !== undefined) {
    write(world, behavior, maps, merge, begin, end);
    return;
  }
  const wanting = behavior.wanting ?? behavior;
  setForces(world, behavior.role, begin, end, -0);
  steer(wanting);
  wantForce(world, wanting, maps, merge, begin, end);
  setForces(world, behavior.role, begin, end, 0);
}

/**
 * Chooses one of the directions that the behaviors before "context" want. The force is weight * (speed * direction -
 * velocity). Here `direction` is the chosen direction, a unit vector. This force replaces the forces of the earlier
 * behaviors.
 *
 * An agent is also interested in the direction that it chose last, and in the direction away from neighbors. An agent
 * that has arrived is interested only in the direction away from neighbors. Obstacles, walls and neighbors are
 * dangerous. If an agent has no interest in any direction, it brakes and forgets its last choice.
 *
 * reads maps, front.choice; writes scratch.force (N) and stagedChoice
 * source: Fray 2015, Context Steering, Game AI Pro 2, chapter 18. Another source is mojopon 2024, SteeringBehaviour
 */
export const steerContext: Steer = (world, behavior, begin, end) => {
  const { seed, dimensions, map } = world.plan;
  const { status, id, position, velocity, choice, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const { force, stagedChoice } = world.scratch;
  const directions = directionsOf(dimensions);
  const merge = mergeOf(behavior);
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const speed = behaviorParameters[at + SPEED];
  const bias = behaviorParameters[at + BIAS];
  const separation = behaviorParameters[at + SEPARATION];
  const radius = behaviorParameters[at + RADIUS];
  const tolerance = behaviorParameters[at + TOLERANCE];
  const arrivalRadius = behaviorParameters[at + ARRIVAL_RADIUS];
  const { x: dx, y: dy, z: dz } = directions;
  const { count } = directions;
  const { danger, wanted } = maps;
  cast.radius = behaviorParameters[at + CAST_RADIUS];
  cast.range = behaviorParameters[at + CAST_RANGE];
  const goal = goalOf(world, behavior);
  const goals = goal && aimsOf(world, goal, begin, end);

  cast.speed = speed;
  const reach = fround(cast.radius + cast.range);
  const time = speed > 0 ? cast.range / speed : 0;
  const range: Range = { reach, ahead: 0, time, wraps: true };
  listObstaclesNear(around, world, behavior.species, begin, end, range);

  for (let i = begin; i < end; i++) {
    if ((i - begin) % GROUP === 0) {
      const last = Math.min(i + GROUP, end);
      listObstaclesNear(near, world, behavior.species, i, last, range, around);
    }
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const row = k * count;
    const last = choice[i] - 1;
    if (!lookAtGoal(goals, k) || cast.reach > arrivalRadius) {
      if (last >= 0) {
        wantDirection(maps, directions, k, dx[last], dy[last], dz[last], bias, merge);
      }
    } else {
      clearMaps(maps, directions, k, k + 1);
    }
    crowdingInto(crowding, world, i, radius, behavior.mask);
    if (crowding.amount > 0) {
      const { x, y, z, amount } = crowding;
      wantDirection(maps, directions, k, x, y, z, fround(separation * amount), merge);
      crowdDanger(danger, row, directions, x, y, z, amount);
    }
    const x = position.x[i];
    const y = position.y[i];
    const z = position.z[i];
    const own = listForOne(near, world, behavior.species, i, range);
    castDanger(danger, row, world, own, directions, cast, x, y, z);
    if (map !== undefined) castOntoMap(danger, row, world, map, directions, cast, x, y);
    addLinear(maps, directions, k);

    const allowed = fround(lowestDanger(danger, directions, row) + tolerance);
    const slot = chooseSlot(maps, directions, row, allowed, last, seed, id[i]);
    stagedChoice[i] = slot + 1;
    if (slot < 0) way.fill(0);
    else subSlotInto(way, maps, directions, row, slot, allowed);
    const wantedX = fround(speed * way[0]);
    const wantedY = fround(speed * way[1]);
    const wantedZ = fround(speed * way[2]);
    wanted[k * 3] = wantedX;
    wanted[k * 3 + 1] = wantedY;
    wanted[k * 3 + 2] = wantedZ;
    force.x[i] = fround(weight * fround(wantedX - velocity.x[i]));
    force.y[i] = fround(weight * fround(wantedY - velocity.y[i]));
    force.z[i] = fround(weight * fround(wantedZ - velocity.z[i]));
  }
};

function mergeOf({ settings }: BehaviorPlan): Merge {
  return settings.type === 'context' ? settings.merge : 'sum';
}

/**
 * Returns the first behavior with an aim among the behaviors that precede `context` in the list; undefined if none of
 * them has an aim.
 */
function goalOf({ plan }: SharedWorld, context: BehaviorPlan): BehaviorPlan | undefined {
  for (const behavior of plan.roles[context.role].behaviors) {
    if (behavior === context) return undefined;
    if (behavior.target >= 0 || behavior.quarry >= 0) return behavior;
  }
  return undefined;
}

/**
 * Stores in `cast` the distance and the unit vector to the aim of the block's agent `k`. Returns whether the agent has
 * an aim.
 */
function lookAtGoal(goals: BlockAims | undefined, k: number): boolean {
  const distance = goals === undefined ? -1 : goals.distance[k];
  const known = distance >= 0;
  cast.reach = distance;
  cast.aimX = known ? goals!.x[k] : 0;
  cast.aimY = known ? goals!.y[k] : 0;
  cast.aimZ = known ? goals!.z[k] : 0;
  return known;
}
