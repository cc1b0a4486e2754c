import { slotOf, speciesSlotOf } from '../scenario/schema.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { aimInto, bandOf, createAim } from './aim.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const SEEK_WEIGHT = slotOf('seek', 'weight');
const ARRIVE_WEIGHT = slotOf('arrive', 'weight');
const BRAKING_DISTANCE = slotOf('arrive', 'brakingDistance');

/**
 * Steers toward a target at maximum speed: weight x (desired velocity - velocity). On the target
 * itself the desired velocity is 0.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerSeek: Steer = (world, behavior, begin, end) => {
  const weight = world.front.behaviorParameters[behavior.index * RECORD + SEEK_WEIGHT]!;
  steerToward(world, behavior, begin, end, weight, 0);
};

/**
 * As seek, but inside the braking distance the desired speed falls in proportion to the distance,
 * so that the agent comes to rest on the target.
 *
 * source: Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerArrive: Steer = (world, behavior, begin, end) => {
  const { behaviorParameters } = world.front;
  const weight = behaviorParameters[behavior.index * RECORD + ARRIVE_WEIGHT]!;
  const braking = behaviorParameters[behavior.index * RECORD + BRAKING_DISTANCE]!;
  steerToward(world, behavior, begin, end, weight, braking);
};

const aim = createAim();

function steerToward(
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
  weight: number,
  braking: number,
): void {
  const { status, species, velocity, behaviorParameters, speciesParameters } = world.front;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED]!;
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i)) continue;
    const { x, y, z } = aim;
    const distance = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    if (distance < from || distance > to) continue;
    let scale = fround(0);
    if (distance > 0) scale = fround(maxSpeed / (distance < braking ? braking : distance));
    const wantedX = fround(fround(x * scale) - velocity.x[i]!);
    const wantedY = fround(fround(y * scale) - velocity.y[i]!);
    const wantedZ = fround(fround(z * scale) - velocity.z[i]!);
    fx[i] = fround(fx[i]! + fround(weight * wantedX));
    fy[i] = fround(fy[i]! + fround(weight * wantedY));
    fz[i] = fround(fz[i]! + fround(weight * wantedZ));
  }
}
