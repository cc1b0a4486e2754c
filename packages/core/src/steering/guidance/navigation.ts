import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { Steer } from '../behavior.ts';
import { createFlight, type Flight, flightInto, push } from './flight.ts';
import { agilityOf, curvatureSlots, pursue, turnAside } from './turning.ts';

const SLOTS = curvatureSlots('navigation');
const GAIN = slotOf('navigation', 'gain');
const AUGMENTATION = slotOf('navigation', 'augmentation');

const flight = createFlight();

/**
 * Proportional navigation. With r the way to the target, V its velocity as seen by the agent, n the
 * direction of flight and W = (r x V) / (r.r) the turning of the line of sight (rad/s):
 *
 *   acceleration = gain |V| (W x n) + augmentation gain/2 (acceleration of the target across n)
 *
 * across the flight, at most that of the curvature radius, and the velocity turns by it. On a course
 * where both meet the line of sight does not turn, nor does the agent.
 *
 * While the distance does not shrink, or the target is behind, the law says nothing of use: then it
 * pursues as homing does.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: vector form of lib/pronav.lua in ZerothAngel/FtDScripts; gain 3 to 5 and the augmentation:
 * Zarchan, Tactical and Strategic Missile Guidance
 */
export const steerNavigation: Steer = (world, behavior, begin, end) => {
  const { plan } = world;
  const at = behavior.index * RECORD;
  const gain = world.front.behaviorParameters[at + GAIN];
  const augmentation = world.front.behaviorParameters[at + AUGMENTATION];
  const agility = agilityOf(world, behavior, SLOTS);
  const { aim } = flight;
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    if (closesIn(flight)) {
      navigate(flight, plan.dt, agility.centripetal, gain, augmentation);
    } else {
      pursue(flight, plan, agility, aim.x, aim.y, aim.z);
    }
    push(world, flight, i, agility.mass, agility.thrust);
  }
};

/** Whether the distance shrinks and the target is ahead. */
function closesIn({ aim, vx, vy, vz, nx, ny, nz }: Flight): boolean {
  const { x, y, z, velocityX, velocityY, velocityZ } = aim;
  const opening = x * (velocityX - vx) + y * (velocityY - vy) + z * (velocityZ - vz);
  return opening < 0 && x * nx + y * ny + z * nz > 0;
}

function navigate(
  flight: Flight,
  dt: number,
  centripetal: number,
  gain: number,
  augmentation: number,
): void {
  const { aim, distance, vx, vy, vz, nx, ny, nz } = flight;
  const rx = aim.x;
  const ry = aim.y;
  const rz = aim.z;
  const x = aim.velocityX - vx;
  const y = aim.velocityY - vy;
  const z = aim.velocityZ - vz;
  const squared = distance * distance;
  const turnX = (ry * z - rz * y) / squared;
  const turnY = (rz * x - rx * z) / squared;
  const turnZ = (rx * y - ry * x) / squared;
  const pull = gain * Math.sqrt(x * x + y * y + z * z);
  const { accelerationX, accelerationY, accelerationZ } = aim;
  const along = accelerationX * nx + accelerationY * ny + accelerationZ * nz;
  const share = 0.5 * gain * augmentation;
  const ax = pull * (turnY * nz - turnZ * ny) + share * (accelerationX - nx * along);
  const ay = pull * (turnZ * nx - turnX * nz) + share * (accelerationY - ny * along);
  const az = pull * (turnX * ny - turnY * nx) + share * (accelerationZ - nz * along);
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  if (!(a > 0)) return;
  turnAside(flight, dt, ax / a, ay / a, az / a, Math.min(a, centripetal));
}
