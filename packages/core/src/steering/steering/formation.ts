import { dot, length } from '../../math/vector.ts';
import { slotOf, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { aimInto, bandOf, createAim } from '../aim.ts';
import type { Steer } from '../behavior.ts';
import { steerToMoving } from './desired-velocity.ts';
import { createFrame, frameInto } from './leader-frame.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const WEIGHT = slotOf('formation', 'weight');
const BRAKING_DISTANCE = slotOf('formation', 'brakingDistance');
const SPACING = slotOf('formation', 'spacing');
const ABREAST = slotOf('formation', 'abreast');
const AHEAD = slotOf('formation', 'ahead');
const RIGHT = slotOf('formation', 'right');
const ABOVE = slotOf('formation', 'above');

const leader = createAim();
const frame = createFrame();

/** A place in the leader's frame (m). */
const place = { ahead: 0, right: 0 };

/**
 * Keeps a place of its own beside a leader: offset pursuit. Places are given out by id, see
 * `rankOf`, and move with the leader and turn with it: a place at offset o goes at w + (w x a / w.w) x o
 * where w and a are the leader's velocity and acceleration. The agent arrives on its place in the
 * frame of the place, so that it does not lag behind a steady leader.
 *
 * reads the aim: its velocity, acceleration, and heading where there is one
 * source: offset pursuit of Reynolds 1999; the feed-forward of the place's velocity is added, where
 * Reynolds and Yuka arrive on a predicted place and lag
 */
export const steerFormation: Steer = (world, behavior, begin, end) => {
  const { status, species, behaviorParameters, speciesParameters } = world.front;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + WEIGHT];
  const braking = behaviorParameters[at + BRAKING_DISTANCE];
  // In the plane there is no above.
  const above = world.plan.dimensions === 2 ? 0 : behaviorParameters[at + ABOVE];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const { from, to } = bandOf(behaviorParameters, behavior);
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    if (!aimInto(leader, world, behavior, i)) continue;
    const distance = length(leader.x, leader.y, leader.z);
    if (distance < from || distance > to) continue;
    frameInto(frame, world, leader);
    placeOf(world, behavior, rankOf(world, behavior, i));
    const { forward, right, up } = frame;
    const ox = dot(place.ahead, place.right, above, forward[0], right[0], up[0]);
    const oy = dot(place.ahead, place.right, above, forward[1], right[1], up[1]);
    const oz = dot(place.ahead, place.right, above, forward[2], right[2], up[2]);
    const { velocityX: wx, velocityY: wy, velocityZ: wz } = leader;
    const { accelerationX: ax, accelerationY: ay, accelerationZ: az } = leader;
    const squared = dot(wx, wy, wz, wx, wy, wz);
    const inverse = squared > 0 ? fround(1 / squared) : 0;
    const turnX = fround(fround(fround(wy * az) - fround(wz * ay)) * inverse);
    const turnY = fround(fround(fround(wz * ax) - fround(wx * az)) * inverse);
    const turnZ = fround(fround(fround(wx * ay) - fround(wy * ax)) * inverse);
    steerToMoving(
      world,
      i,
      weight,
      fround(leader.x + ox),
      fround(leader.y + oy),
      fround(leader.z + oz),
      fround(wx + fround(fround(turnY * oz) - fround(turnZ * oy))),
      fround(wy + fround(fround(turnZ * ox) - fround(turnX * oz))),
      fround(wz + fround(fround(turnX * oy) - fround(turnY * ox))),
      maxSpeed,
      braking,
    );
  }
};

/**
 * Which place of its leader's formation the agent at place `i` has, from 0. Agents that are assigned to
 * several leaders by id fill the places of all evenly; one assigned to the next of its own kind has the
 * first place behind it, so that a species makes a chain.
 */
function rankOf({ front, plan }: SharedWorld, behavior: BehaviorPlan, i: number): number {
  const own = front.id[i] - plan.species[behavior.species].first;
  const { settings, quarry } = behavior;
  if (quarry < 0 || settings.type !== 'formation' || settings.choose !== 'assigned') return own;
  return quarry === behavior.species ? 0 : Math.floor(own / plan.species[quarry].count);
}

/** Works out the place of a rank: two by two on either side of the leader, or one behind the other. */
function placeOf({ front }: SharedWorld, { index, settings }: BehaviorPlan, rank: number): void {
  const parameters = front.behaviorParameters;
  const spacing = parameters[index * RECORD + SPACING];
  const shape = settings.type === 'formation' ? settings.shape : 'point';
  let back = 0;
  let aside = 0;
  if (shape === 'column') {
    back = rank + 1;
  } else if (shape === 'block') {
    const abreast = Math.max(1, Math.floor(parameters[index * RECORD + ABREAST]));
    back = Math.floor(rank / abreast) + 1;
    aside = (rank % abreast) - (abreast - 1) / 2;
  } else if (shape !== 'point') {
    const pair = Math.floor(rank / 2) + 1;
    back = shape === 'wedge' ? pair : 0;
    aside = rank % 2 === 0 ? pair : -pair;
  }
  place.ahead = fround(parameters[index * RECORD + AHEAD] - fround(back * spacing));
  place.right = fround(parameters[index * RECORD + RIGHT] + fround(aside * spacing));
}
