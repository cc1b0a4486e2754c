import { cosine, sine } from '../../math/trigonometry.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { Steer } from '../behavior.ts';
import { turnLevel } from './attitude.ts';
import { createFlight, driveOf, type Flight, flightInto, push } from './flight.ts';
import { type Miss, missInto, rotate } from './turning.ts';

const SPEED = slotOf('turn', 'speed');
const RATE = slotOf('turn', 'rate');

const flight = createFlight();
const miss: Miss = { x: 0, y: 0, z: 0, distance: 0, ahead: 0 };

/**
 * Turns the velocity toward the target by at most rate x dt and keeps its length: the path is a circle
 * of radius speed/rate until it points at the target. Thrust speed x damping along the velocity.
 *
 * It turns in the plane of velocity and target, along the shortest arc: n' = n cos a + t sin a. By
 * "quaternion" that is the shortest rotation of the body's attitude, whose up `moveExtras` carries along
 * without rolling. With `level` the body rolls level as it turns, see `turnLevel`.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: m107.hatenadiary.org, 2005-05-05, for the vector form
 */
export const steerTurn: Steer = (world, behavior, begin, end) => {
  const { plan } = world;
  const { settings } = behavior;
  const { behaviorParameters } = world.front;
  const at = behavior.index * RECORD;
  const { mass, damping } = driveOf(world, behavior);
  const thrust = behaviorParameters[at + SPEED] * damping;
  const angle = Math.min(behaviorParameters[at + RATE] * plan.dt, Math.PI);
  const level = settings.type === 'turn' && settings.level && plan.dimensions === 3;
  // A rotation by an angle has half of it in its quaternion.
  const turn = level ? angle / 2 : angle;
  const [cosineOfTurn, sineOfTurn] = [cosine(turn), sine(turn)];
  const { aim } = flight;
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    if (flight.distance > 0) {
      missInto(miss, flight, plan, aim.x, aim.y, aim.z);
      if (level) turnLevel(flight, plan.dt, miss, cosineOfTurn, sineOfTurn);
      else turnStraight(flight, plan.dt, cosineOfTurn, sineOfTurn);
    }
    push(world, flight, i, mass, thrust);
  }
};

/** Turns across the flight; no further than to the target. */
function turnStraight(flight: Flight, dt: number, cosineOfTurn: number, sineOfTurn: number): void {
  const { x, y, z } = miss;
  const off = Math.min(miss.ahead / flight.distance, 1);
  if (off < cosineOfTurn) rotate(flight, dt, x, y, z, cosineOfTurn, sineOfTurn);
  else rotate(flight, dt, x, y, z, off, Math.sqrt(1 - off * off));
}
