import { randomDirectionInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import { speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { type Aim, aimInto, createAim } from '../aim.ts';

const MASS = speciesSlotOf('mass');
const DAMPING = speciesSlotOf('damping');

/**
 * One agent in flight, what it is aimed at, and the acceleration that a law asks for. All in f64, whose
 * + - * / and square root are the same bits everywhere; rounded to f32 once, when the force is added.
 */
export interface Flight {
  readonly aim: Aim;
  /** Who it is. */
  id: number;
  /** First tick of its life. */
  birth: number;
  /** Velocity and its length (m/s). */
  vx: number;
  vy: number;
  vz: number;
  speed: number;
  /** Where it flies, a unit vector; at rest where its aim is. */
  nx: number;
  ny: number;
  nz: number;
  /** Distance to the aim (m). */
  distance: number;
  /** The acceleration asked for (m/s^2). */
  ax: number;
  ay: number;
  az: number;
}

export function createFlight(): Flight {
  return {
    aim: createAim(),
    id: 0,
    birth: 0,
    ...{ vx: 0, vy: 0, vz: 0, speed: 0 },
    ...{ nx: 0, ny: 0, nz: 0, distance: 0 },
    ...{ ax: 0, ay: 0, az: 0 },
  };
}

const direction: Vector = new Float32Array(3);

/** Reads the agent at place `i`. False when the behavior does not steer it, or it has no aim. */
export function flightInto(
  flight: Flight,
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
): boolean {
  const { species, status, id, birth, velocity } = world.front;
  if (species[i] !== behavior.species || status[i] !== STATUS.alive) return false;
  const { aim } = flight;
  if (!aimInto(aim, world, behavior, i)) return false;
  const vx = velocity.x[i];
  const vy = velocity.y[i];
  const vz = velocity.z[i];
  flight.id = id[i];
  flight.birth = birth[i];
  flight.vx = vx;
  flight.vy = vy;
  flight.vz = vz;
  flight.speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
  flight.distance = Math.sqrt(aim.x * aim.x + aim.y * aim.y + aim.z * aim.z);
  flight.ax = 0;
  flight.ay = 0;
  flight.az = 0;
  if (flight.speed > 0) {
    flight.nx = vx / flight.speed;
    flight.ny = vy / flight.speed;
    flight.nz = vz / flight.speed;
  } else if (flight.distance > 0) {
    flight.nx = aim.x / flight.distance;
    flight.ny = aim.y / flight.distance;
    flight.nz = aim.z / flight.distance;
  } else {
    // At rest on its aim: any direction is as good as another.
    const { seed, dimensions } = world.plan;
    randomDirectionInto(direction, seed, 0, flight.id, STREAM.homing, dimensions);
    flight.nx = direction[0];
    flight.ny = direction[1];
    flight.nz = direction[2];
  }
  return true;
}

/** What the species lends to a law. */
export interface Drive {
  /** Mass (kg). */
  readonly mass: number;
  /** Drag (1/s): the species decelerates by damping x velocity. */
  readonly damping: number;
}

export function driveOf(world: SharedWorld, behavior: BehaviorPlan): Drive {
  const { speciesParameters } = world.front;
  const at = behavior.species * RECORD;
  return { mass: speciesParameters[at + MASS], damping: speciesParameters[at + DAMPING] };
}

/**
 * Adds mass x (acceleration asked for + `thrust` along the flight) to the force (N) of the agent at
 * place `i`. `thrust` is in m/s^2: speed x damping lets the speed settle at `speed`, and the agent's
 * own speed x damping undoes the drag.
 */
export function push(
  world: SharedWorld,
  { ax, ay, az, nx, ny, nz }: Flight,
  i: number,
  mass: number,
  thrust: number,
): void {
  const { x, y, z } = world.scratch.force;
  x[i] = x[i] + mass * (ax + nx * thrust);
  y[i] = y[i] + mass * (ay + ny * thrust);
  z[i] = z[i] + mass * (az + nz * thrust);
}
