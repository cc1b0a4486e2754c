import { randomDirectionInto, type Vector } from '../math/direction.ts';
import { STREAM } from '../math/random.ts';
import { slotOf } from '../scenario/slots.ts';
import { RECORD, type Scratch } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { rolesIn } from '../world/roles.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Steer } from './behavior.ts';
import { alignsHeadings, countingOf, neighborSums } from './neighbor-sums.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const COHESION_WEIGHT = slotOf('cohesion', 'weight');
const ALIGNMENT_WEIGHT = slotOf('alignment', 'weight');
const SEPARATION_WEIGHT = slotOf('separation', 'weight');

/** Multiplies the vector (x, y, z) by `scale`, and adds the product to the force (N) of agent `i`. */
function addScaled(
  force: Scratch['force'],
  i: number,
  x: number,
  y: number,
  z: number,
  scale: number,
): void {
  force.x[i] = fround(force.x[i] + fround(x * scale));
  force.y[i] = fround(force.y[i] + fround(y * scale));
  force.z[i] = fround(force.z[i] + fround(z * scale));
}

/** Adds `weight * unit(x, y, z)` to the force (N) of agent `i`. Adds nothing if (x, y, z) has length 0. */
function addUnit(
  force: Scratch['force'],
  i: number,
  x: number,
  y: number,
  z: number,
  weight: number,
): void {
  const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
  if (squared === 0) return;
  addScaled(force, i, x, y, z, fround(weight / fround(sqrt(squared))));
}

/**
 * Returns whether the pull of a cohesion behavior is proportional to the distance to the mean position of the
 * neighbors.
 */
export function pullsByOffset({ settings }: BehaviorPlan): boolean {
  return settings.type === 'cohesion' && settings.of === 'offset';
}

/**
 * Pulls toward the mean position of the neighbors. The force is weight * unit(sum of offsets). Here unit(v) is the unit
 * vector in the direction of v. The sum of offsets has the same direction as the mean offset. If the parameter `of` is
 * "offset", the force is weight * mean offset.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerCohesion: Steer = (world, behavior, begin, end) => {
  const { status, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const { force } = world.scratch;
  const { x: ox, y: oy, z: oz, count } = neighborSums(behavior.pass).offset;
  const byOffset = pullsByOffset(behavior);
  const weight = behaviorParameters[behavior.index * RECORD + COHESION_WEIGHT];
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    if (!byOffset) addUnit(force, i, ox[k], oy[k], oz[k], weight);
    else if (count[k] !== 0) addScaled(force, i, ox[k], oy[k], oz[k], fround(weight / count[k]));
  }
};

/**
 * Turns toward the mean velocity, or the mean heading, of the neighbors. For velocities, the force is weight *
 * unit(mean velocity - own velocity). Here unit(v) is the unit vector in the direction of v. For headings
 * (`of: "heading"`), the force is weight * (mean heading - own heading).
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerAlignment: Steer = (world, behavior, begin, end) => {
  const { status, behaviorParameters, velocity, heading } = world.front;
  const roles = rolesIn(world);
  const { force } = world.scratch;
  const byHeading = alignsHeadings(behavior);
  const own = byHeading ? heading : velocity;
  const { x: mx, y: my, z: mz, count } = neighborSums(behavior.pass).velocity;
  const weight = behaviorParameters[behavior.index * RECORD + ALIGNMENT_WEIGHT];
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    if (count[k] === 0) continue;
    const inverse = fround(1 / count[k]);
    const x = fround(fround(mx[k] * inverse) - own.x[i]);
    const y = fround(fround(my[k] * inverse) - own.y[i]);
    const z = fround(fround(mz[k] * inverse) - own.z[i]);
    if (byHeading) addScaled(force, i, x, y, z, weight);
    else addUnit(force, i, x, y, z, weight);
  }
};

/**
 * Pushes each agent away from its neighbors. The force is weight * unit(-sum of offset / distance^2). Here unit(v) is
 * the unit vector in the direction of v. Near neighbors have more effect. If `sum` is "count", the force is weight *
 * (-sum of unit(offset)). In this sum, the terms of neighbors closer than `near` are multiplied by `factor`.
 *
 * source: the behavior "separation" in Reynolds 1999. Another source is its code in OpenSteer, SteerLibrary.h
 */
export const steerSeparation: Steer = (world, behavior, begin, end) => {
  const { status, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const { force } = world.scratch;
  const { x: ax, y: ay, z: az, count } = neighborSums(behavior.pass).away;
  const weight = behaviorParameters[behavior.index * RECORD + SEPARATION_WEIGHT];
  const { each } = countingOf(world, behavior);
  let shared = false;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    const k = i - begin;
    if (count[k] !== 0) {
      shared = true;
      continue;
    }
    if (each) addScaled(force, i, ax[k], ay[k], az[k], weight);
    else addUnit(force, i, ax[k], ay[k], az[k], weight);
  }
  if (shared) partCoincident(world, behavior, begin, end, count, 0);
};

const direction: Vector = new Float32Array(3);

/**
 * Pushes each agent that shares its spot with another agent, as part of separation. Each agent is pushed in a random
 * direction of its own. Without this push, the agents would stay together forever. `counts` has a number for each
 * agent. The argument `alone` is the number of an agent that shares its spot with no other agent. All other agents have
 * larger numbers.
 */
export function partCoincident(
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
  counts: ArrayLike<number>,
  alone: number,
): void {
  const { seed, dimensions } = world.plan;
  const { status, id, behaviorParameters } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const weight = behaviorParameters[behavior.index * RECORD + SEPARATION_WEIGHT];
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    if (counts[i - begin] === alone) continue;
    randomDirectionInto(direction, seed, world.frontTick, id[i], STREAM.separation, dimensions);
    fx[i] = fround(fx[i] + fround(direction[0] * weight));
    fy[i] = fround(fy[i] + fround(direction[1] * weight));
    fz[i] = fround(fz[i] + fround(direction[2] * weight));
  }
}
