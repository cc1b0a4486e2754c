import { randomDirectionInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { approach, steerToVelocity } from './desired-velocity.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const SEEK_WEIGHT = slotOf('seek', 'weight');
const FLEE_WEIGHT = slotOf('flee', 'weight');
const ARRIVE_WEIGHT = slotOf('arrive', 'weight');
const BRAKING_DISTANCE = slotOf('arrive', 'brakingDistance');

/**
 * Steers toward its aim at maximum speed: weight x (desired velocity - velocity). On the aim itself
 * the desired velocity is 0.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerSeek: Steer = (world, behavior, begin, end) => {
  const weight = world.front.behaviorParameters[behavior.index * RECORD + SEEK_WEIGHT];
  steerToward(world, behavior, begin, end, weight, 0);
};

/**
 * As seek, but inside the braking distance the desired speed falls in proportion to the distance,
 * so that the agent comes to rest on its aim.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerArrive: Steer = (world, behavior, begin, end) => {
  const { behaviorParameters } = world.front;
  const weight = behaviorParameters[behavior.index * RECORD + ARRIVE_WEIGHT];
  const braking = behaviorParameters[behavior.index * RECORD + BRAKING_DISTANCE];
  steerToward(world, behavior, begin, end, weight, braking);
};

const aim = createAim();
const direction: Vector = new Float32Array(3);

function steerToward(
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
  weight: number,
  braking: number,
): void {
  // At rest, as one that follows a pointer which nobody holds, it costs nothing.
  if (weight === 0) return;
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to, reach } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i, reach)) continue;
    const { x, y, z } = aim;
    const distance = length(x, y, z);
    if (distance < from || distance > to) continue;
    const scale = approach(distance, maxSpeed, braking);
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
}

/**
 * Steers straight away from its aim at maximum speed. Who stands on it goes off in a direction of its
 * own, so that two on one spot part.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerFlee: Steer = (world, behavior, begin, end) => {
  const { status, species, id, behaviorParameters, speciesParameters } = world.front;
  const { seed, dimensions } = world.plan;
  const weight = behaviorParameters[behavior.index * RECORD + FLEE_WEIGHT];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to, reach } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i, reach)) continue;
    let { x, y, z } = aim;
    const distance = length(x, y, z);
    if (distance < from || distance > to) continue;
    let scale = fround(-maxSpeed);
    if (distance > 0) {
      scale = fround(scale / distance);
    } else {
      randomDirectionInto(direction, seed, 0, id[i], STREAM.steering, dimensions);
      [x, y, z] = direction as unknown as [number, number, number];
    }
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
};
