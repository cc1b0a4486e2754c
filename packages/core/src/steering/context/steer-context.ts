import { dot, length } from '../../math/vector.ts';
import { slotFor, slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { BLOCK } from '../../world/sizes.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { Steer } from '../behavior.ts';
import {
  createObstacleList,
  GROUP,
  listForOne,
  listObstaclesNear,
  type ObstacleList,
  type Range,
} from '../obstacles/near.ts';
import { type Brakes, closingRate, closingSpeed } from './arrival.ts';
import { aimsOf, type BlockAims, forgetAims } from './block-aims.ts';
import { chooseSlot, isInVain, lowestDanger, slotAlong, subSlotInto } from './choose.ts';
import { type Away, type Crowding, crowdingInto } from './crowding.ts';
import { type Cast, castDanger, crowdDanger } from './danger.ts';
import { type Directions, directionsOf } from './directions.ts';
import { escapeInto } from './escape.ts';
import { askedShares, setForces, wantForce } from './force-interest.ts';
import {
  addLinear,
  clearMaps,
  createMaps,
  type Merge,
  type WriteInterest,
  wantDirection,
} from './maps.ts';
import { wantStrafe } from './strafe.ts';
import { castOntoGround, castOntoMap } from './wall-danger.ts';

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
const MASS = speciesSlotOf('mass');
const DAMPING = speciesSlotOf('damping');
const MAX_FORCE = speciesSlotOf('maxForce');
const FORCE_FACTOR = speciesSlotOf('forceFactor');

/**
 * For each behavior that computes its own interest: the function that writes this interest. All other behaviors have an
 * interest in the direction of their force.
 */
const WRITERS: { readonly [type: string]: WriteInterest } = { strafe: wantStrafe };

/**
 * The behaviors that bring an agent to rest at another place than their aim, or on another way than the straight one.
 * Their asked velocity tells how far this place is: within `brakingDistance`, it is proportional to the distance. An
 * agent of "followPath" rests only at the last point of a path.
 */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'followPath',
  'navigate',
  'flowField',
  'formation',
  'leaderFollow',
  'interpose',
]);

/** The maps of the block of agents that this thread steered last. */
export const maps = createMaps();

const around = createObstacleList();
const near = createObstacleList();

const cast: Cast = {
  radius: 0,
  range: 0,
  speed: 0,
  aimX: 0,
  aimY: 0,
  aimZ: 0,
  reach: 0,
  touches: false,
  isRound: false,
};
const crowding: Crowding = { x: 0, y: 0, z: 0, amount: 0 };
const way = new Float32Array(3);
/**
 * For each agent of a block: the speed that the first behavior with an aim asks for, as a fraction of its top speed.
 */
const shares = new Float32Array(BLOCK);
/** The top speed of this behavior, as a fraction of `maxSpeed`. */
let topShare = 1;

/** Clears the maps, for the agents of a new block that steer in some dimensions. */
export function clearInterest(dimensions: 2 | 3, agents: number): void {
  forgetAims();
  shares.fill(1);
  topShare = 1;
  clearMaps(maps, directionsOf(dimensions), 0, agents);
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
  if (behavior === goalOf(world, context)) {
    topShare = askedShares(shares, world, wanting, begin, end);
  }
  setForces(world, behavior.role, begin, end, 0);
}

/**
 * Chooses one of the directions that the behaviors before "context" want. The force is weight * (speed * direction -
 * velocity). Here `direction` is the chosen direction, a unit vector. This force replaces the forces of the earlier
 * behaviors.
 *
 * An agent is also interested in the direction that it chose last, and in the direction away from neighbors. Obstacles,
 * walls and neighbors are dangerous. If an agent has no interest in any direction, it brakes and forgets its last
 * choice.
 *
 * Toward the place where the agent shall rest, it is only as fast as it can brake. An agent that has arrived is
 * interested only in the direction away from neighbors. Where no agent can be, the agent takes the way out.
 *
 * reads maps, front.choice; writes scratch.force (N) and stagedChoice
 * source: Fray 2015, Context Steering, Game AI Pro 2, chapter 18. Another source is mojopon 2024, SteeringBehaviour
 */
export const steerContext: Steer = (world, behavior, begin, end) => {
  const block = openContext(world, behavior, begin, end);
  listObstaclesNear(around, world, behavior.species, begin, end, block.range);
  for (let first = begin; first < end; first += GROUP) {
    const last = Math.min(first + GROUP, end);
    listObstaclesNear(near, world, behavior.species, first, last, block.range, around);
    steerContextAmong(world, block, near, first, last);
  }
};

/** What a behavior "context" needs for a block of agents. */
export interface ContextBlock {
  readonly behavior: BehaviorPlan;
  /** The place of the first agent. */
  readonly begin: number;
  readonly merge: Merge;
  readonly isHard: boolean;
  readonly weight: number;
  readonly speed: number;
  readonly separation: number;
  readonly radius: number;
  readonly tolerance: number;
  readonly castRadius: number;
  readonly castRange: number;
  /** How far obstacles are seen. */
  readonly range: Range;
  readonly goals: BlockAims | undefined;
  /** Whether the agents are to rest elsewhere than at their aims. */
  readonly isElsewhere: boolean;
  /** Whether the agents find their way to the aim. */
  readonly navigates: boolean;
}

/** How the agents of the present block come to rest. */
export const rest = {
  /** The interest in the direction that an agent chose last. */
  kept: new Float32Array(BLOCK),
  /** The highest speed (m/s) toward the place where an agent is to rest. */
  limit: new Float32Array(BLOCK),
  /** Whether an agent has arrived: 1 or 0. */
  isThere: new Uint8Array(BLOCK),
};

/**
 * Finds where the agents of a block come to rest. Takes away the interests of agents that have arrived, except the one
 * in the direction away from neighbors.
 */
export function openContext(
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
): ContextBlock {
  const { dt } = world.plan;
  const { dimensions } = world.plan.species[behavior.species];
  const { status, behaviorParameters, speciesParameters } = world.front;
  const roles = rolesIn(world);
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const speed = behaviorParameters[at + SPEED];
  const bias = behaviorParameters[at + BIAS];
  const arrivalRadius = behaviorParameters[at + ARRIVAL_RADIUS];
  const castRadius = behaviorParameters[at + CAST_RADIUS];
  const castRange = behaviorParameters[at + CAST_RANGE];
  const goal = goalOf(world, behavior);
  const goals = goal && aimsOf(world, goal, begin, end);
  const isElsewhere = goal !== undefined && ELSEWHERE.has(goal.type);
  const braking = isElsewhere
    ? behaviorParameters[goal.index * RECORD + slotFor(goal, 'brakingDistance')]
    : 0;
  const species = behavior.species * RECORD;
  const brakes: Brakes = {
    weight: weight * speciesParameters[species + FORCE_FACTOR],
    mass: speciesParameters[species + MASS],
    damping: speciesParameters[species + DAMPING],
    maxForce: speciesParameters[species + MAX_FORCE],
    dt,
  };
  const rate = closingRate(brakes);
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const hasAim = goals !== undefined && goals.distance[k] >= 0;
    let way = hasAim ? goals.distance[k] : Number.POSITIVE_INFINITY;
    if (isElsewhere) way = shares[k] < 1 ? shares[k] * braking : Number.POSITIVE_INFINITY;
    const isThere = way <= arrivalRadius;
    rest.isThere[k] = isThere ? 1 : 0;
    // The interest of a behavior that brakes becomes small. It must not be outweighed by the last choice.
    rest.kept[k] = isThere ? 0 : bias * fround(topShare * shares[k]);
    // With a radius of 0, the agent is to run past its aim.
    rest.limit[k] =
      arrivalRadius > 0
        ? (hasAim ? goals.speed[k] : 0) + closingSpeed(way, rate, brakes)
        : Number.POSITIVE_INFINITY;
    if (isThere) clearMaps(maps, directionsOf(dimensions), k, k + 1);
  }
  const { settings } = behavior;
  return {
    behavior,
    begin,
    merge: mergeOf(behavior),
    isHard: settings.type === 'context' && settings.blocking === 'hard',
    weight,
    speed,
    separation: behaviorParameters[at + SEPARATION],
    radius: behaviorParameters[at + RADIUS],
    tolerance: behaviorParameters[at + TOLERANCE],
    castRadius,
    castRange,
    range: {
      reach: fround(castRadius + castRange),
      ahead: 0,
      time: speed > 0 ? castRange / speed : 0,
    },
    goals,
    isElsewhere,
    navigates: goal?.type === 'navigate',
  };
}

/**
 * Steers the agents of a block in places [from, to).
 *
 * @param near the obstacles near these agents
 * @param away sums over the neighbors of the block's agents that are known
 */
export function steerContextAmong(
  world: SharedWorld,
  block: ContextBlock,
  near: ObstacleList,
  from: number,
  to: number,
  away?: Away,
): void {
  const { seed, map } = world.plan;
  const { walks, dimensions } = world.plan.species[block.behavior.species];
  const { status, id, position, velocity, choice } = world.front;
  const roles = rolesIn(world);
  const { force, stagedChoice } = world.scratch;
  const { behavior, begin, merge, isHard, weight, speed, separation, goals, range } = block;
  const { species, mask } = behavior;
  const directions = directionsOf(dimensions);
  const { count, x: dx, y: dy, z: dz } = directions;
  const { danger, wanted } = maps;
  cast.radius = block.castRadius;
  cast.range = block.castRange;
  cast.speed = speed;
  cast.isRound = isHard;
  for (let i = from; i < to; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    const row = k * count;
    const last = choice[i] - 1;
    lookAtGoal(goals, k);
    // A hard block counts even behind the aim.
    if (isHard) cast.reach = Number.POSITIVE_INFINITY;
    const rests = rest.isThere[k] !== 0;
    const kept = rest.kept[k];
    if (!rests && last >= 0) {
      wantDirection(maps, directions, k, dx[last], dy[last], dz[last], kept, merge);
    }
    crowdingInto(crowding, world, i, block.radius, mask, away, k);
    if (crowding.amount > 0) {
      const { x, y, z, amount } = crowding;
      const wish = fround(separation * (isHard ? 1 : amount));
      wantDirection(maps, directions, k, x, y, z, wish, merge);
      if (!isHard) crowdDanger(danger, row, directions, x, y, z, amount);
    }
    const x = position.x[i];
    const y = position.y[i];
    const z = position.z[i];
    cast.touches = false;
    const own = listForOne(near, world, species, i, range);
    castDanger(danger, row, world, own, directions, cast, x, y, z);
    if (map !== undefined) castOntoMap(danger, row, world, map, directions, cast, x, y);
    if (walks) castOntoGround(danger, row, world, directions, cast, i);
    addLinear(maps, directions, k);

    const { navigates, tolerance } = block;
    const allowed = isHard ? 0 : fround(lowestDanger(danger, directions, row) + tolerance);
    let pace = speed;
    let slot = -1;
    if (
      !rests &&
      escapeInto(way, world, species, own, range.reach, navigates, directions, i, last)
    ) {
      slot = slotAlong(directions, way);
    } else if (isHard && cast.touches) {
      awayInto(way, danger, directions, row);
      pace = speed * BACK;
    } else {
      slot = chooseSlot(maps, directions, row, allowed, last, seed, id[i]);
      const { touches } = cast;
      if (slot < 0 || isInVain(maps, directions, row, allowed, slot, last, kept, merge, touches)) {
        way.fill(0);
      } else if (isHard) {
        way[0] = dx[slot];
        way[1] = dy[slot];
        way[2] = dz[slot];
      } else subSlotInto(way, maps, directions, row, slot, allowed);
      const toward = dot(way[0], way[1], way[2], cast.aimX, cast.aimY, cast.aimZ);
      if (block.isElsewhere || toward > 0) pace = Math.min(pace, rest.limit[k]);
    }
    stagedChoice[i] = slot + 1;
    pace = fround(pace);
    const wantedX = fround(pace * way[0]);
    const wantedY = fround(pace * way[1]);
    const wantedZ = fround(pace * way[2]);
    wanted[k * 3] = wantedX;
    wanted[k * 3 + 1] = wantedY;
    wanted[k * 3 + 2] = wantedZ;
    force.x[i] = fround(weight * fround(wantedX - velocity.x[i]));
    force.y[i] = fround(weight * fround(wantedY - velocity.y[i]));
    force.z[i] = fround(weight * fround(wantedZ - velocity.z[i]));
  }
}

/**
 * The share of `speed` with which an agent leaves what it touches, if a hard block forbids all directions. It is small,
 * so that the agent does not run from one wall to the other.
 */
const BACK = 1 / 8;

/**
 * Writes the direction away from the slots of danger 1, which lead into what the agent touches. Writes 0 if these
 * directions cancel.
 */
function awayInto(
  out: Float32Array,
  danger: Float32Array,
  { count, x: dx, y: dy, z: dz }: Directions,
  row: number,
): void {
  let x = fround(0);
  let y = fround(0);
  let z = fround(0);
  for (let slot = 0; slot < count; slot++) {
    if (danger[row + slot] < 1) continue;
    x = fround(x - dx[slot]);
    y = fround(y - dy[slot]);
    z = fround(z - dz[slot]);
  }
  const size = length(x, y, z);
  // Opposite slots are exact opposites, so only rounding is left of what cancels.
  const inverse = size > 1e-3 ? fround(1 / size) : 0;
  out[0] = fround(x * inverse);
  out[1] = fround(y * inverse);
  out[2] = fround(z * inverse);
}

/**
 * Whether the interest of a block's agents is a linear function of the direction, and they need not find their way back
 * to a mesh.
 */
export function isPlain(
  { plan }: SharedWorld,
  { behavior, merge, navigates }: ContextBlock,
): boolean {
  const { behaviors } = plan.roles[behavior.role];
  const before = behaviors.slice(0, behaviors.indexOf(behavior));
  const isLinear = merge === 'sum' && !before.some(({ type }) => type in WRITERS);
  return isLinear && !(navigates && plan.mesh !== undefined);
}

function mergeOf({ settings }: BehaviorPlan): Merge {
  return settings.type === 'context' ? settings.merge : 'sum';
}

/**
 * Returns the first behavior with an aim among the behaviors that precede `context` in the list; undefined if none of
 * them has an aim. The nearest point of a path is no aim, because the agent is not to stop there.
 */
function goalOf({ plan }: SharedWorld, context: BehaviorPlan): BehaviorPlan | undefined {
  for (const behavior of plan.roles[context.role].behaviors) {
    if (behavior === context) return undefined;
    const { target, quarry, place } = behavior;
    if (target >= 0 || quarry >= 0 || place === 'goal' || place === 'waypoint') return behavior;
  }
  return undefined;
}

/** Stores in `cast` the distance and the unit vector to the aim of the block's agent `k`. */
function lookAtGoal(goals: BlockAims | undefined, k: number): void {
  cast.reach = goals === undefined ? -1 : goals.distance[k];
  cast.aimX = goals === undefined ? 0 : goals.x[k];
  cast.aimY = goals === undefined ? 0 : goals.y[k];
  cast.aimZ = goals === undefined ? 0 : goals.z[k];
}
