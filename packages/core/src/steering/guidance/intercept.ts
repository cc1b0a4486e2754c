import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { Steer } from '../behavior.ts';
import { bodyRadiusOf, instantOf, instantSlots, standOff, stepsLeft } from './arrival.ts';
import { createFlight, driveOf, type Flight, flightInto, push } from './flight.ts';

const SLOTS = instantSlots('intercept');
const GAIN = slotOf('intercept', 'gain');

const flight = createFlight();

/**
 * Touches the target at a given time. With r the way to where it is to arrive, V the velocity of the
 * target as seen by the agent, and n the steps of dt that are left, the miss to come if nobody steers
 * is M = r + V n dt, and
 *
 *   acceleration = gain M / (n (n + gain - 1) dt^2)
 *
 * In the limit of many steps that is gain M / (time left)^2. Counted in steps it leaves the share
 * (n - 1) / (n + gain - 1) of the miss and so none after the last. Gain 2 keeps the acceleration
 * constant, 3 takes the least effort. Thrust undoes the drag.
 *
 * The speed is what it must be. Who is late, because maxForce or maxSpeed kept it, goes on as in the
 * last step: as if it could arrive with the next.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: gain 2 is that of the Cannon demo by T. Hirayama, KAYAC Inc.; 3 is the minimum-effort solution
 */
export const steerIntercept: Steer = (world, behavior, begin, end) => {
  const { dt } = world.plan;
  const gain = world.front.behaviorParameters[behavior.index * RECORD + GAIN];
  const { mass, damping } = driveOf(world, behavior);
  const body = bodyRadiusOf(world, behavior);
  const instant = instantOf(world, behavior, SLOTS);
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    const steps = Math.max(1, stepsLeft(instant, flight.birth, world.frontTick));
    intercept(flight, dt, steps, gain, flight.aim.radius + body);
    push(world, flight, i, mass, damping * flight.speed);
  }
};

function intercept(flight: Flight, dt: number, steps: number, gain: number, reach: number): void {
  const { aim, distance, vx, vy, vz } = flight;
  const x = aim.velocityX - vx;
  const y = aim.velocityY - vy;
  const z = aim.velocityZ - vz;
  // It comes to the near side of the target.
  const off = standOff(reach, Math.sqrt(x * x + y * y + z * z), dt);
  const share = distance > off ? 1 - off / distance : 0;
  const left = steps * dt;
  const pull = gain / (steps * (steps + gain - 1) * dt * dt);
  flight.ax = pull * (aim.x * share + x * left);
  flight.ay = pull * (aim.y * share + y * left);
  flight.az = pull * (aim.z * share + z * left);
}
