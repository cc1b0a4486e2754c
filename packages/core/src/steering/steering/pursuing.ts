import { randomDirectionInto, type Vector } from '../../math/direction.ts';
import { interceptionTime } from '../../math/interception.ts';
import { STREAM } from '../../math/random.ts';
import { length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimInto, type Band, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { approach, steerToVelocity } from './desired-velocity.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const PURSUE = { weight: slotOf('pursue', 'weight'), prediction: slotOf('pursue', 'prediction') };
const EVADE = { weight: slotOf('evade', 'weight'), prediction: slotOf('evade', 'prediction') };

const aim = createAim();
const direction: Vector = new Float32Array(3);

/**
 * Seeks the place where it can meet its aim, if that flies straight on: the interception at maximum
 * speed, at most `prediction` (s) ahead. What cannot be caught is followed as far ahead as that.
 *
 * source: pursuit of Reynolds 1999; the time is exact here, where OpenSteer has a table of nine cases
 */
export const steerPursue: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + PURSUE.weight];
  const prediction = behaviorParameters[at + PURSUE.prediction];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to, reach } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i, reach)) continue;
    const distance = length(aim.x, aim.y, aim.z);
    if (distance < from || distance > to) continue;
    const meeting = interceptionTime(
      aim.x,
      aim.y,
      aim.z,
      aim.velocityX,
      aim.velocityY,
      aim.velocityZ,
      maxSpeed,
    );
    const time = fround(Math.min(meeting, prediction));
    const x = fround(aim.x + fround(aim.velocityX * time));
    const y = fround(aim.y + fround(aim.velocityY * time));
    const z = fround(aim.z + fround(aim.velocityZ * time));
    const scale = approach(length(x, y, z), maxSpeed, 0);
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
};

/**
 * Flees from where its aim will be after the time in which the two could close the distance at full
 * speed, at most `prediction` (s): distance / (maxSpeed + speed of the aim). Where the aim would then
 * be upon it, it flees from where the aim is, and on one spot in a direction of its own.
 *
 * source: evasion of Reynolds 1999, with the time of Buckland 2005, Programming Game AI by Example
 */
export const steerEvade: Steer = (world, behavior, begin, end) => {
  const { status, species, id } = world.front;
  const { seed, dimensions } = world.plan;
  const { weight, prediction, maxSpeed, from, to, reach } = evasionOf(world, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(aim, world, behavior, i, reach)) continue;
    const distance = length(aim.x, aim.y, aim.z);
    if (distance < from || distance > to) continue;
    const closing = fround(maxSpeed + length(aim.velocityX, aim.velocityY, aim.velocityZ));
    const time = Math.min(closing > 0 ? fround(distance / closing) : 0, prediction);
    let x = fround(aim.x + fround(aim.velocityX * time));
    let y = fround(aim.y + fround(aim.velocityY * time));
    let z = fround(aim.z + fround(aim.velocityZ * time));
    let away = length(x, y, z);
    if (away < fround(UPON * distance)) {
      x = aim.x;
      y = aim.y;
      z = aim.z;
      away = distance;
    }
    if (away === 0) {
      randomDirectionInto(direction, seed, 0, id[i], STREAM.steering, dimensions);
      [x, y, z] = direction as unknown as [number, number, number];
      away = 1;
    }
    const scale = fround(fround(-maxSpeed) / away);
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
};

/** Below this share of the distance the aim is foreseen on the agent's own place. */
export const UPON = fround(1e-3);

interface Evasion extends Band {
  readonly weight: number;
  readonly prediction: number;
  readonly maxSpeed: number;
}

/** The numbers of an evasion, as they are in this tick. */
export function evasionOf(world: SharedWorld, behavior: BehaviorPlan): Evasion {
  const { behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  return {
    ...bandOf(behaviorParameters, behavior),
    weight: behaviorParameters[at + EVADE.weight],
    prediction: behaviorParameters[at + EVADE.prediction],
    maxSpeed: speciesParameters[behavior.species * RECORD + MAX_SPEED],
  };
}
