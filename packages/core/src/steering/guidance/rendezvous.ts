import type { BehaviorOf } from '../../scenario/schema.ts';
import type { Steer } from '../behavior.ts';
import { bodyRadiusOf, instantOf, instantSlots, standOff, stepsLeft } from './arrival.ts';
import { createFlight, driveOf, type Flight, flightInto, push } from './flight.ts';

const SLOTS = instantSlots('rendezvous');

const flight = createFlight();

type Velocity = readonly [x: number, y: number, z: number];

/**
 * Touches the target at a given time at a given velocity. With r the way to where it is to arrive, w
 * the velocity of the target, u that at arrival, v its own, and n the steps of dt that are left:
 *
 *   acceleration = 6 (r + (w - v) n dt) / (n (n + 1) dt^2) - 2 (u - v) / (n dt)
 *
 * the solution of least effort counted in steps, which has no miss after the last; in the limit of many
 * steps it is 6 ZEM / t^2 - 2 ZEV / t. Thrust undoes the drag. After its time it flies straight on.
 *
 * reads front, the aim; adds force (N). Without an aim: no force.
 * source: ZEM/ZEV guidance, Hawkins, Guo and Wie 2012, IJASS 13(2):154, doi 10.5139/IJASS.2012.13.2.154
 */
export const steerRendezvous: Steer = (world, behavior, begin, end) => {
  const { plan } = world;
  const [ux, uy, uz] = (behavior.settings as BehaviorOf<'rendezvous'>).velocity;
  const arrival: Velocity = [ux, uy, plan.dimensions === 2 ? 0 : uz];
  const { mass, damping } = driveOf(world, behavior);
  const body = bodyRadiusOf(world, behavior);
  const instant = instantOf(world, behavior, SLOTS);
  for (let i = begin; i < end; i++) {
    if (!flightInto(flight, world, behavior, i)) continue;
    const steps = stepsLeft(instant, flight.birth, world.frontTick);
    if (steps > 0) approach(flight, plan.dt, steps, arrival, flight.aim.radius + body);
    push(world, flight, i, mass, damping * flight.speed);
  }
};

function approach(
  flight: Flight,
  dt: number,
  steps: number,
  [ux, uy, uz]: Velocity,
  reach: number,
): void {
  const { aim, distance, vx, vy, vz } = flight;
  const { x, y, z, velocityX, velocityY, velocityZ } = aim;
  // It comes to the side of the target from where it then flies in; to the near side when it stays there.
  const cx = ux - velocityX;
  const cy = uy - velocityY;
  const cz = uz - velocityZ;
  const closing = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const off = standOff(reach, closing, dt);
  const moving = closing * dt > 1e-6 * reach;
  const inverse = moving ? 1 / closing : distance > 0 ? 1 / distance : 0;
  const scale = off * inverse;
  const rx = x - scale * (moving ? cx : x);
  const ry = y - scale * (moving ? cy : y);
  const rz = z - scale * (moving ? cz : z);
  const left = steps * dt;
  // One step can meet one of the two: the place.
  const pull = steps > 1 ? 6 / (steps * (steps + 1) * dt * dt) : 1 / (dt * dt);
  const brake = steps > 1 ? 2 / left : 0;
  flight.ax = pull * (rx + (velocityX - vx) * left) - brake * (ux - vx);
  flight.ay = pull * (ry + (velocityY - vy) * left) - brake * (uy - vy);
  flight.az = pull * (rz + (velocityZ - vz) * left) - brake * (uz - vz);
}
