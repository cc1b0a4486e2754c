import type { LawContext } from '../../laws/define-law.ts';
import {
  type FloatLike,
  type FloatNode,
  float,
  select,
  type Vec3Node,
  vec3,
} from '../../laws/expressions.ts';

/**
 * The force of a behavior that does not act. Its components are -0, because adding -0 changes no bit of any other
 * force.
 */
export const NO_FORCE = vec3(-0, -0, -0);

/** Returns the force if the condition holds, and no force otherwise. */
export function where(condition: Parameters<typeof select>[0], force: Vec3Node): Vec3Node {
  return select(condition, force, NO_FORCE);
}

/**
 * Returns the force (N) toward a desired velocity (m/s): weight (kg/s) * (desired velocity - velocity).
 *
 * source: the behavior "seek" in Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export function toVelocity(
  desired: Vec3Node,
  { self, parameters: { weight } }: Pick<LawContext<'weight'>, 'self' | 'parameters'>,
): Vec3Node {
  return desired.sub(self.velocity).mul(weight);
}

/**
 * Returns a velocity (m/s) toward the point at offset `way` (m) from an agent. Beyond the distance `braking` (m), the
 * velocity has the length `speed` (m/s). Closer to the point, the length is proportional to the distance. If the agent
 * is at the point, the result is 0.
 */
export function arrival(way: Vec3Node, speed: FloatLike, braking: FloatNode): Vec3Node {
  const distance = way.length();
  return way.mul(select(distance.greaterThan(0), float(speed).div(distance.max(braking)), 0));
}

/**
 * Returns a velocity with the length `maxSpeed` (m/s), directed straight away from the point at offset `way` (m). If
 * the agent is exactly on that point, the direction is random, and stays the same for the agent's whole life.
 */
export function awayFrom(
  way: Vec3Node,
  { self, random }: Pick<LawContext, 'self' | 'random'>,
): Vec3Node {
  const speed = self.maxSpeed.negate();
  const own = random.at(0).direction().mul(speed);
  return select(way.length().greaterThan(0), way.withLength(speed), own);
}

/**
 * Returns the force (N) toward a place at offset `way` (m) that moves at `velocity` (m/s). Near the place, the agent
 * takes on the velocity of the place, and does not brake to rest. The desired velocity is at most maxSpeed.
 */
export function toMovingPlace(
  way: Vec3Node,
  velocity: Vec3Node,
  law: Pick<LawContext<'weight' | 'brakingDistance'>, 'self' | 'parameters'>,
): Vec3Node {
  const { maxSpeed } = law.self;
  const wanted = velocity.add(arrival(way, maxSpeed, law.parameters.brakingDistance));
  const speed = wanted.length();
  const limited = select(speed.greaterThan(maxSpeed), wanted.withLength(maxSpeed), wanted);
  return toVelocity(limited, law);
}
