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
 * source: Yuka 0.7.8 PursuitBehavior for the simple form; see `meetingTime` for the other
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
      : meetingTime(x, y, z, velocityX, velocityY, velocityZ, speed);
    pursue(flight, plan, agility, x + velocityX * time, y + velocityY * time, z + velocityZ * time);
    push(world, flight, i, agility.mass, agility.thrust);
  }
};

function simpleTime(distance: number, speed: number, wx: number, wy: number, wz: number): number {
  return distance / (speed + Math.sqrt(wx * wx + wy * wy + wz * wz));
}

/**
 * The least time (s) after which a body of the given speed (m/s) can meet one that is r away (m) and
 * flies at w (m/s); 0 when never. It is the least positive root of
 *
 *   (w.w - speed^2) t^2 + 2 (r.w) t + r.r = 0
 *
 * written r.r / (sqrt(D) - r.w), which holds when both are as fast, and is not positive when there is none.
 */
export function meetingTime(
  rx: number,
  ry: number,
  rz: number,
  wx: number,
  wy: number,
  wz: number,
  speed: number,
): number {
  const a = wx * wx + wy * wy + wz * wz - speed * speed;
  const b = rx * wx + ry * wy + rz * wz;
  const c = rx * rx + ry * ry + rz * rz;
  const discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return 0;
  const below = Math.sqrt(discriminant) - b;
  return below > 0 ? c / below : 0;
}
