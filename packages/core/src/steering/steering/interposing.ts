import { length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { approach, steerToVelocity } from './desired-velocity.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const WEIGHT = slotOf('interpose', 'weight');
const BRAKING_DISTANCE = slotOf('interpose', 'brakingDistance');
const SHARE = slotOf('interpose', 'share');

const first = createAim();
const second = createAim();

/**
 * Arrives between two aims: at `share` of the way from the first to the second, as both will be after
 * the time in which it gets to where that point is now, at maximum speed. Without one of the two: no
 * force.
 *
 * source: interpose of Buckland 2005, Programming Game AI by Example, as Yuka has it
 */
export const steerInterpose: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const braking = behaviorParameters[at + BRAKING_DISTANCE];
  const share = behaviorParameters[at + SHARE];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(first, world, behavior, i)) continue;
    if (!aimInto(second, world, behavior.second!, i)) continue;
    const nowX = between(first.x, second.x, share);
    const nowY = between(first.y, second.y, share);
    const nowZ = between(first.z, second.z, share);
    const away = length(nowX, nowY, nowZ);
    if (away < from || away > to) continue;
    const time = maxSpeed > 0 ? fround(away / maxSpeed) : 0;
    const x = fround(nowX + fround(time * between(first.velocityX, second.velocityX, share)));
    const y = fround(nowY + fround(time * between(first.velocityY, second.velocityY, share)));
    const z = fround(nowZ + fround(time * between(first.velocityZ, second.velocityZ, share)));
    const scale = approach(length(x, y, z), maxSpeed, braking);
    steerToVelocity(world, i, weight, fround(x * scale), fround(y * scale), fround(z * scale));
  }
};

function between(a: number, b: number, share: number): number {
  return fround(a + fround(share * fround(b - a)));
}
