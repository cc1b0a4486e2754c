import type { LawContext } from '../../laws/define-law.ts';
import {
  type BoolNode,
  type FloatNode,
  float,
  select,
  type Vec3Node,
} from '../../laws/expressions.ts';

/** What an agent draws directions of its own for: each is worked out for few, so that they share nothing. */
const STREAM = { side: 0, rest: 1 } as const;

/** An agent in flight. */
export interface Flight {
  /** m/s */
  readonly velocity: Vec3Node;
  readonly isFlying: BoolNode;
  /** m/s; of an agent at rest it means nothing. */
  readonly speed: FloatNode;
  /** Where it flies, a unit vector. */
  readonly ahead: Vec3Node;
  /** A direction of its own, a unit vector that never changes. */
  readonly own: Vec3Node;
}

/**
 * The flight of an agent. One at rest faces the end of a way (m); on it, where any direction is as good as
 * another, it faces one of its own.
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
 * The force (N) of an acceleration across the flight (m/s^2) and of a thrust along it, under which the speed
 * settles at `speed` (m/s): speed x damping.
 */
export function drive(
  { ahead }: Flight,
  acceleration: Vec3Node,
  speed: FloatNode,
  { self: { mass, damping } }: Pick<LawContext, 'self'>,
): Vec3Node {
  return acceleration.add(ahead.mul(speed.mul(damping))).mul(mass);
}

/** The force (N) of an acceleration (m/s^2) and of a thrust that undoes the drag, at any speed. */
export function undragged(
  acceleration: Vec3Node,
  { self: { mass, damping, velocity } }: Pick<LawContext, 'self'>,
): Vec3Node {
  return acceleration.add(velocity.mul(damping)).mul(mass);
}
