import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import { STATUS } from '../../world/status.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { steerToMoving, steerToVelocity } from './desired-velocity.ts';
import { createFrame, frameInto } from './leader-frame.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const WEIGHT = slotOf('leaderFollow', 'weight');
const BRAKING_DISTANCE = slotOf('leaderFollow', 'brakingDistance');
const BEHIND = slotOf('leaderFollow', 'behind');
const LANE = slotOf('leaderFollow', 'lane');
const CLEARANCE = slotOf('leaderFollow', 'clearance');

const leader = createAim();
const frame = createFrame();

/**
 * Arrives `behind` (m) its leader, and gets out of its way: in the lane before the leader, `lane` (m)
 * long and `clearance` (m) to either side, it steers sideways at maximum speed instead; to the
 * leader's right where it stands right before it. A leader at rest without a heading has no lane, and is
 * followed to `behind` meters from it.
 *
 * source: leader following of Reynolds 1999, which adds separation among the followers
 */
export const steerLeaderFollow: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const braking = behaviorParameters[at + BRAKING_DISTANCE];
  const behind = behaviorParameters[at + BEHIND];
  const lane = behaviorParameters[at + LANE];
  const clearance = behaviorParameters[at + CLEARANCE];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(leader, world, behavior, i)) continue;
    const { x, y, z } = leader;
    const distance = length(x, y, z);
    if (distance < from || distance > to) continue;
    let wayX = x;
    let wayY = y;
    let wayZ = z;
    if (frameInto(frame, world, leader)) {
      const { forward, right } = frame;
      const [fx, fy, fz] = forward as unknown as [number, number, number];
      const ahead = fround(-dot(x, y, z, fx, fy, fz));
      let sideX = fround(fround(-x) - fround(ahead * fx));
      let sideY = fround(fround(-y) - fround(ahead * fy));
      let sideZ = fround(fround(-z) - fround(ahead * fz));
      let side = length(sideX, sideY, sideZ);
      if (ahead > 0 && ahead < lane && side < clearance) {
        if (side < fround(RIGHT_BEFORE * clearance)) {
          [sideX, sideY, sideZ] = right as unknown as [number, number, number];
          side = 1;
        }
        const scale = fround(maxSpeed / side);
        const [wx, wy, wz] = [sideX * scale, sideY * scale, sideZ * scale];
        steerToVelocity(world, i, weight, fround(wx), fround(wy), fround(wz));
        continue;
      }
      wayX = fround(x - fround(behind * fx));
      wayY = fround(y - fround(behind * fy));
      wayZ = fround(z - fround(behind * fz));
    } else if (distance > 0) {
      const share = fround(1 - fround(behind / distance));
      wayX = fround(x * share);
      wayY = fround(y * share);
      wayZ = fround(z * share);
    }
    steerToMoving(
      world,
      i,
      weight,
      wayX,
      wayY,
      wayZ,
      leader.velocityX,
      leader.velocityY,
      leader.velocityZ,
      maxSpeed,
      braking,
    );
  }
};

/** Below this share of the clearance the way out of the lane has no side. */
const RIGHT_BEFORE = fround(1e-3);
