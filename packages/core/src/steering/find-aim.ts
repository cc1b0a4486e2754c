import { nearestInTree } from '../grid/nearest-in-tree.ts';
import { shortest } from '../grid/torus.ts';
import { length } from '../math/vector.ts';
import { LIVE_MASK } from '../path/live.ts';
import { slotFor, speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { type Aim, facesNowhere } from './aim.ts';
import { assignedQuarryOf, targetOf } from './assigned.ts';
import { aimAtPlace } from './place-aim.ts';

const fround = Math.fround;

const BODY_RADIUS = speciesSlotOf('radius');

/**
 * Finds the aim of the agent at place `i`. An aim is a position, a target, or an agent of the quarry
 * species. If several agents are equally near, the agent with the lowest id is the aim. Returns false if the agent has
 * left its path, the quarry species is extinct, or no quarry is in sight. A quarry farther away than `reach` (m) need
 * not be found.
 *
 * reads front, the points of paths, and trees; writes the staged waypoint of an agent that follows points of a path
 */
export function aimInto(
  aim: Aim,
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  reach = Number.POSITIVE_INFINITY,
): boolean {
  if (behavior.place !== undefined) return aimAtPlace(aim, world, behavior, i);
  const target = targetOf(world.front, behavior, i);
  if (target >= 0) {
    aimAtTarget(aim, world, target, i);
    return true;
  }
  const at = quarryOf(world, behavior, i, reach);
  if (at < 0) return false;
  aimIntoAgent(aim, world, at, i);
  return true;
}

/**
 * Returns the place of the quarry of the agent at place `i`, or -1 if there is none. A quarry farther away than `reach`
 * (m) need not be found.
 */
export function quarryOf(
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  reach = Number.POSITIVE_INFINITY,
): number {
  const given = assignedQuarryOf(world, behavior, i);
  if (given >= 0) return given;
  const { tree } = behavior;
  if (tree < 0) return nextById(world, behavior, i);
  const sight = sightWithin(world, behavior, reach);
  // Between ticks, there is no tree of the present positions.
  if (world.treeTick !== world.frontTick) return nearestOfAll(world, behavior.quarry, i, sight);
  return (world.nearestTwin ?? nearestInTree)(world, world.plan.trees[tree], i, sight);
}

/**
 * Returns how far (m) a behavior looks for its quarry. It is the parameter `sight`, or `reach` (m) if `reach` is
 * smaller. The behavior does not act beyond `reach`.
 */
export function sightWithin(world: SharedWorld, behavior: BehaviorPlan, reach: number): number {
  const sight = world.front.behaviorParameters[behavior.index * RECORD + sightOf(behavior)];
  return reach < sight ? reach : sight;
}

let sightOwner: BehaviorPlan | undefined;
let sightSlot = 0;

function sightOf(behavior: BehaviorPlan): number {
  // Called for agent after agent of the same behavior, so the last slot is kept.
  if (behavior !== sightOwner) {
    sightOwner = behavior;
    sightSlot = slotFor(behavior, 'sight');
  }
  return sightSlot;
}

const A_HAIR_MORE = 1 + 1e-3;

/** A range of distances (m) between an agent and its aim. A behavior acts only at distances in this range. */
export interface Band {
  readonly from: number;
  readonly to: number;
  /**
   * The distance up to which the behavior must look for an aim (m). It is a little more than the upper limit of the
   * range, because distances are rounded.
   */
  readonly reach: number;
}

/**
 * Returns the range of distances in which a behavior acts. If the behavior has no keys `from` and `to`, the range
 * includes every distance.
 */
export function bandOf(parameters: Float32Array, behavior: BehaviorPlan): Band {
  const slot = slotFor(behavior, 'from');
  if (slot < 0) return { from: 0, to: Number.POSITIVE_INFINITY, reach: Number.POSITIVE_INFINITY };
  const at = behavior.index * RECORD;
  const to = parameters[at + slotFor(behavior, 'to')];
  return { from: parameters[at + slot], to, reach: fround(to * A_HAIR_MORE) };
}

/**
 * Finds the aim of the agent at place `i`. Returns false if there is no aim, or if the aim's distance is outside the
 * range in which the behavior acts.
 */
export function aimWithin(
  aim: Aim,
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  { from, to, reach }: Band,
): boolean {
  if (!aimInto(aim, world, behavior, i, reach)) return false;
  const distance = length(aim.x, aim.y, aim.z);
  return !(distance < from || distance > to);
}

function aimAtTarget(aim: Aim, { front, plan }: SharedWorld, target: number, i: number): void {
  const { position, targetPosition, targetVelocity, targetDrift, targetAcceleration } = front;
  const { edge } = plan.grid;
  aim.x = shortest(fround(targetPosition.x[target] - position.x[i]), edge[0]);
  aim.y = shortest(fround(targetPosition.y[target] - position.y[i]), edge[1]);
  aim.z = shortest(fround(targetPosition.z[target] - position.z[i]), edge[2]);
  aim.velocityX = fround(targetVelocity.x[target] + targetDrift.x[target]);
  aim.velocityY = fround(targetVelocity.y[target] + targetDrift.y[target]);
  aim.velocityZ = fround(targetVelocity.z[target] + targetDrift.z[target]);
  aim.accelerationX = targetAcceleration.x[target];
  aim.accelerationY = targetAcceleration.y[target];
  aim.accelerationZ = targetAcceleration.z[target];
  aim.radius = fround(plan.targets[target].radius);
  facesNowhere(aim);
}

/** Sets `aim` for the agent at place `i`. The aim is another agent. The index `at` is the place of that other agent. */
export function aimIntoAgent(aim: Aim, { front, plan }: SharedWorld, at: number, i: number): void {
  const { position, velocity, acceleration, heading, up, species, speciesParameters } = front;
  const { edge } = plan.grid;
  aim.x = shortest(fround(position.x[at] - position.x[i]), edge[0]);
  aim.y = shortest(fround(position.y[at] - position.y[i]), edge[1]);
  aim.z = shortest(fround(position.z[at] - position.z[i]), edge[2]);
  aim.velocityX = velocity.x[at];
  aim.velocityY = velocity.y[at];
  aim.velocityZ = velocity.z[at];
  const kept = plan.extras.acceleration;
  aim.accelerationX = kept ? acceleration.x[at] : 0;
  aim.accelerationY = kept ? acceleration.y[at] : 0;
  aim.accelerationZ = kept ? acceleration.z[at] : 0;
  aim.radius = speciesParameters[species[at] * RECORD + BODY_RADIUS];
  const faces = plan.extras.heading;
  aim.headingX = faces ? heading.x[at] : 0;
  aim.headingY = faces ? heading.y[at] : 0;
  aim.headingZ = faces ? heading.z[at] : 0;
  aim.upX = faces ? up.x[at] : 0;
  aim.upY = faces ? up.y[at] : 0;
  aim.upZ = faces ? up.z[at] : 0;
  aim.agent = at;
}

/**
 * Returns the place of the quarry of the agent at place `i`. The id of the agent determines the quarry. If that quarry
 * has ended, returns the place of the next living quarry in the order of ids, or -1 if none is alive.
 */
function nextById(world: SharedWorld, behavior: BehaviorPlan, i: number): number {
  const { front, plan } = world;
  const { first, count } = plan.species[behavior.quarry];
  const own = (front.id[i] & plan.ids.indexMask) - plan.species[behavior.species].first;
  // In its own species an agent pursues the next one, not itself.
  const start = behavior.quarry === behavior.species ? own + 1 : own;
  for (let k = 0; k < count; k++) {
    // If most agents of a large species have ended, each search looks at most of them.
    if ((k & LIVE_MASK) === LIVE_MASK) world.live();
    const at = front.slot[first + ((start + k) % count)];
    if (front.status[at] === STATUS.alive && at !== i) return at;
  }
  return -1;
}

/**
 * Returns the same result as nearestInTree, but looks at every agent of the quarry species. This function is used
 * between ticks, when there is no tree.
 */
function nearestOfAll(world: SharedWorld, quarry: number, i: number, sight: number): number {
  const { front, plan } = world;
  const { x, y, z } = front.position;
  const [turnsX, turnsY, turnsZ] = plan.grid.edge.map((edge) => (edge > 0 ? TURNS : STRAIGHT));
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const { first, count } = plan.species[quarry];
  let least = fround(sight * sight);
  let nearest = -1;
  for (let index = first; index < first + count; index++) {
    const j = front.slot[index];
    if (j === i || front.status[j] !== STATUS.alive) continue;
    for (const turnZ of turnsZ) {
      const dz = fround(z[j] - fround(z[i] - fround(turnZ * edgeZ)));
      for (const turnY of turnsY) {
        const dy = fround(y[j] - fround(y[i] - fround(turnY * edgeY)));
        for (const turnX of turnsX) {
          const dx = fround(x[j] - fround(x[i] - fround(turnX * edgeX)));
          const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
          // Of equally near agents, the lowest id wins.
          if (squared > least) continue;
          if (squared === least && nearest >= 0 && front.id[j] >= front.id[nearest]) continue;
          least = squared;
          nearest = j;
        }
      }
    }
  }
  return nearest;
}

const STRAIGHT: readonly number[] = [0];
const TURNS: readonly number[] = [-1, 0, 1];
