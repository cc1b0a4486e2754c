import { interceptionTime } from '../../math/interception.ts';
import type { Steer } from '../behavior.ts';
import { createFlight, flightInto, push } from './flight.ts';
import { agilityOf, curvatureSlots, pursue } from './turning.ts';

const SLOTS = curvatureSlots('lead');

const flight = createFlight();

/**
 * Lead pursuit: as homing, but toward the place where both meet when the target flies straight on and
 * the agent straight at it. Where they cannot meet it pursues the target itself.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: Yuka 0.7.8 PursuitBehavior for the simple form; the other in math/interception.ts
 */
export const steerLead: Steer = (world, behavior, begin, end) => {
  const { plan } = world;
  const { settings } = behavior;
  const simple = settings.type === 'lead' && settings.solve === 'simple';
  const agility = agilityOf(world, behavior, SLOTS);
  const { aim } = flight;
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    const { x, y, z, velocityX, velocityY, velocityZ } = aim;
    const speed = flight.speed > 0 ? flight.speed : agility.speed;
    const time = simple
      ? simpleTime(flight.distance, speed, velocityX, velocityY, velocityZ)
      : interceptionTime(x, y, z, velocityX, velocityY, velocityZ, speed);
    const ahead = time < Number.POSITIVE_INFINITY ? time : 0;
    pursue(
      flight,
      plan,
      agility,
      x + velocityX * ahead,
      y + velocityY * ahead,
      z + velocityZ * ahead,
    );
    push(world, flight, i, agility.mass, agility.thrust);
  }
};

function simpleTime(distance: number, speed: number, wx: number, wy: number, wz: number): number {
  return distance / (speed + Math.sqrt(wx * wx + wy * wy + wz * wz));
}
