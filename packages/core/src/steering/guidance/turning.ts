import { randomPerpendicularInto, type Vector } from '../../math/direction.ts';
import { STREAM } from '../../math/random.ts';
import type { BehaviorType } from '../../scenario/schema.ts';
import { slotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan, Plan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { driveOf, type Flight } from './flight.ts';

/** Sine of half the widest turn in one tick, 45 degrees. */
const SHARPEST = 0.3826834323650898;

/** Sine of the angle below which what is straight behind has no side: one is drawn. */
const STRAIGHT_BEHIND = 1e-3;

/** Slots of the numbers that limit a turn to a circle. */
export interface CurvatureSlots {
  readonly speed: number;
  readonly curvatureRadius: number;
  readonly saturation: number;
}

export function curvatureSlots(type: BehaviorType): CurvatureSlots {
  return {
    speed: slotOf(type, 'speed'),
    curvatureRadius: slotOf(type, 'curvatureRadius'),
    saturation: slotOf(type, 'saturation'),
  };
}

/** How hard the agents of a behavior may turn in this tick. */
export interface Agility {
  /** The speed at which thrust and drag balance (m/s). */
  readonly speed: number;
  /** Acceleration of the hardest turn (m/s^2). */
  readonly centripetal: number;
  /** Lateral miss beyond which it turns as hard as it can (m). */
  readonly saturation: number;
  /** Forward acceleration that holds the speed against the drag (m/s^2). */
  readonly thrust: number;
  /** Mass (kg). */
  readonly mass: number;
}

/** Of a turn within one tick the acceleration is at most speed/dt, so that a tiny circle adds no speed. */
export function agilityOf(
  world: SharedWorld,
  behavior: BehaviorPlan,
  slots: CurvatureSlots,
): Agility {
  const { behaviorParameters } = world.front;
  const at = behavior.index * RECORD;
  const speed = behaviorParameters[at + slots.speed];
  const radius = behaviorParameters[at + slots.curvatureRadius];
  const { mass, damping } = driveOf(world, behavior);
  return {
    speed,
    centripetal: Math.min((speed * speed) / radius, speed / world.plan.dt),
    saturation: behaviorParameters[at + slots.saturation],
    thrust: speed * damping,
    mass,
  };
}

/** Turns the flight to the unit vector d and keeps its speed. An agent at rest does not turn. */
export function headFor(flight: Flight, dt: number, dx: number, dy: number, dz: number): void {
  const perStep = flight.speed / dt;
  flight.ax += perStep * (dx - flight.nx);
  flight.ay += perStep * (dy - flight.ny);
  flight.az += perStep * (dz - flight.nz);
}

/**
 * Turns the flight by an angle, given by its cosine and sine, toward the unit vector t across it:
 * n' = n cos + t sin.
 */
export function rotate(
  flight: Flight,
  dt: number,
  tx: number,
  ty: number,
  tz: number,
  cosine: number,
  sine: number,
): void {
  const { nx, ny, nz } = flight;
  headFor(flight, dt, nx * cosine + tx * sine, ny * cosine + ty * sine, nz * cosine + tz * sine);
}

/**
 * Turns the flight toward the unit vector t across it as centripetal acceleration (m/s^2) does: by the
 * angle whose chord is the step, so that the path lies on the circle at any dt; at most 45 degrees.
 */
export function turnAside(
  flight: Flight,
  dt: number,
  tx: number,
  ty: number,
  tz: number,
  acceleration: number,
): void {
  if (!(flight.speed > 0)) return;
  const half = Math.min((acceleration * dt) / (2 * flight.speed), SHARPEST);
  const square = half * half;
  rotate(flight, dt, tx, ty, tz, 1 - 2 * square, 2 * half * Math.sqrt(1 - square));
}

const across: Vector = new Float32Array(3);

/** The way across the flight to a point; of one straight behind a side is drawn. */
export interface Miss {
  /** Unit vector across the flight. */
  x: number;
  y: number;
  z: number;
  /** How far aside of the flight the point is (m); endless when it is straight behind. */
  distance: number;
  /** How far ahead it is (m); negative behind. */
  ahead: number;
}

/** Splits the way r (m) of a flight into ahead and across. */
export function missInto(
  miss: Miss,
  flight: Flight,
  { seed, dimensions }: Plan,
  rx: number,
  ry: number,
  rz: number,
): void {
  const { nx, ny, nz } = flight;
  const ahead = rx * nx + ry * ny + rz * nz;
  const x = rx - nx * ahead;
  const y = ry - ny * ahead;
  const z = rz - nz * ahead;
  const distance = Math.sqrt(x * x + y * y + z * z);
  miss.ahead = ahead;
  if (ahead < 0 && distance < -ahead * STRAIGHT_BEHIND) {
    randomPerpendicularInto(across, nx, ny, nz, seed, 0, flight.id, STREAM.homing, dimensions);
    miss.x = across[0];
    miss.y = across[1];
    miss.z = across[2];
    miss.distance = Number.POSITIVE_INFINITY;
    return;
  }
  const inverse = distance > 0 ? 1 / distance : 0;
  miss.x = x * inverse;
  miss.y = y * inverse;
  miss.z = z * inverse;
  miss.distance = distance;
}

const miss: Miss = { x: 0, y: 0, z: 0, distance: 0, ahead: 0 };

/** Curvature-limited pursuit of the point at the way r (m), as homing with `turn: "rotate"`. */
export function pursue(
  flight: Flight,
  plan: Plan,
  { centripetal, saturation }: Agility,
  rx: number,
  ry: number,
  rz: number,
): void {
  missInto(miss, flight, plan, rx, ry, rz);
  const share = Math.min(1, miss.distance / saturation);
  turnAside(flight, plan.dt, miss.x, miss.y, miss.z, centripetal * share);
}
