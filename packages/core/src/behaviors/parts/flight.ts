import type { LawContext } from '../../laws/define-law.ts';
import {
  type BoolNode,
  type FloatNode,
  float,
  select,
  type Vec3Node,
} from '../../laws/expressions.ts';

/** The numbers of two random streams. Each stream gives an agent a random vector that is rarely needed. */
const STREAM = { side: 0, rest: 1 } as const;

/** The flight of an agent at the start of a tick. */
export interface Flight {
  /** Velocity (m/s). */
  readonly velocity: Vec3Node;
  readonly isFlying: BoolNode;
  /** Speed (m/s). Only meaningful while `isFlying`. */
  readonly speed: FloatNode;
  /** The direction of flight, a unit vector. */
  readonly ahead: Vec3Node;
  /** A random unit vector that each agent keeps for its whole life. */
  readonly own: Vec3Node;
}

/**
 * Describes how an agent flies. An agent at rest faces the point at offset `way` (m). If it is exactly on this point,
 * it faces in a random direction.
 */
export function flightOf(
  { self, random }: Pick<LawContext, 'self' | 'random'>,
  way: Vec3Node,
): Flight {
  const { velocity } = self;
  const isFlying = velocity.lengthSquared().greaterThan(0);
  const facing = select(isFlying, velocity, way);
  const length = facing.length();
  const start = random.at(0).direction(STREAM.rest);
  const ahead = select(length.greaterThan(0), facing.mul(float(1).div(length)), start);
  const own = random.at(0).direction(STREAM.side);
  return { velocity, isFlying, speed: length, ahead, own };
}

/**
 * Returns the force (N) that gives an agent two accelerations (m/s^2). One is the given acceleration, perpendicular to
 * the flight. The other is a thrust of `speed` * damping along the flight. With this thrust, the agent settles at the
 * given speed (m/s).
 */
export function drive(
  { ahead }: Flight,
  acceleration: Vec3Node,
  speed: FloatNode,
  { self: { mass, damping } }: Pick<LawContext, 'self'>,
): Vec3Node {
  return acceleration.add(ahead.mul(speed.mul(damping))).mul(mass);
}

/** Returns the force (N) that gives an acceleration (m/s^2), plus a thrust that cancels the drag at any speed. */
export function undragged(
  acceleration: Vec3Node,
  { self: { mass, damping, velocity } }: Pick<LawContext, 'self'>,
): Vec3Node {
  return acceleration.add(velocity.mul(damping)).mul(mass);
}
