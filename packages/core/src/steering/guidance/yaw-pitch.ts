import { randomInto, STREAM } from '../../math/random.ts';
import { arctangent, cosine, sine } from '../../math/trigonometry.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { Plan } from '../../world/plan.ts';
import type { Steer } from '../behavior.ts';
import { createFlight, driveOf, type Flight, flightInto, push } from './flight.ts';
import { headFor } from './turning.ts';

const SPEED = slotOf('yawPitch', 'speed');
const YAW_RATE = slotOf('yawPitch', 'yawRate');
const PITCH_RATE = slotOf('yawPitch', 'pitchRate');

/** Within this angle (rad) of straight behind there is no nearer side: one is drawn. */
const STRAIGHT_BEHIND = 1e-3;

const flight = createFlight();
const bits = new Uint32Array(4);

/**
 * Turns the velocity toward the target by yaw about +y and by pitch against the level, each by at most
 * its own rate x dt, and keeps its length. Thrust speed x damping along the velocity. In the plane the
 * one angle there is turns by the yaw rate.
 *
 * Near straight up and down a small turn is a large yaw, so that the law turns slowly there; straight
 * up or down itself any yaw will do, and it takes that of the target.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: the article on homing of T. Hirayama, KAYAC Inc., 2019: weak in pitch and strong in yaw, so
 * that a jump dodges and running does not
 */
export const steerYawPitch: Steer = (world, behavior, begin, end) => {
  const { plan } = world;
  const { behaviorParameters } = world.front;
  const at = behavior.index * RECORD;
  const { mass, damping } = driveOf(world, behavior);
  const thrust = behaviorParameters[at + SPEED] * damping;
  const yaw = Math.min(behaviorParameters[at + YAW_RATE] * plan.dt, Math.PI);
  const pitch = Math.min(behaviorParameters[at + PITCH_RATE] * plan.dt, Math.PI);
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    if (flight.distance > 0) {
      if (plan.dimensions === 2) turnInPlane(flight, plan, yaw);
      else turnInSpace(flight, plan, yaw, pitch);
    }
    push(world, flight, i, mass, thrust);
  }
};

function turnInPlane(flight: Flight, plan: Plan, most: number): void {
  const { aim, nx, ny } = flight;
  const angle = arctangent(ny, nx);
  const wanted = arctangent(aim.y, aim.x);
  const turned = angle + turn(flight, plan, wanted - angle, most);
  headFor(flight, plan.dt, cosine(turned), sine(turned), 0);
}

function turnInSpace(flight: Flight, plan: Plan, mostYaw: number, mostPitch: number): void {
  const { aim, nx, ny, nz } = flight;
  const flat = Math.sqrt(nx * nx + nz * nz);
  const aimFlat = Math.sqrt(aim.x * aim.x + aim.z * aim.z);
  const wantedYaw = aimFlat > 0 ? arctangent(aim.x, aim.z) : arctangent(nx, nz);
  const yaw = flat > 0 ? arctangent(nx, nz) : wantedYaw;
  const pitch = arctangent(ny, flat);
  const turnedYaw = yaw + turn(flight, plan, wantedYaw - yaw, mostYaw);
  const rise = arctangent(aim.y, aimFlat) - pitch;
  const turnedPitch = pitch + Math.min(Math.max(rise, -mostPitch), mostPitch);
  const level = cosine(turnedPitch);
  headFor(flight, plan.dt, sine(turnedYaw) * level, sine(turnedPitch), cosine(turnedYaw) * level);
}

/** The nearer way round to an angle (rad), at most so far. */
function turn({ id }: Flight, { seed }: Plan, angle: number, most: number): number {
  let way = angle;
  if (way > Math.PI) way -= 2 * Math.PI;
  if (way < -Math.PI) way += 2 * Math.PI;
  if (Math.abs(way) > Math.PI - STRAIGHT_BEHIND) {
    randomInto(bits, seed, 0, id, STREAM.homing);
    way = bits[0] >>> 31 === 0 ? Math.PI : -Math.PI;
  }
  return Math.min(Math.max(way, -most), most);
}
