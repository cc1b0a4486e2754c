import { speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import type { SharedWorld } from '../../world/world.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const MAX_SPEED = speciesSlotOf('maxSpeed');

/**
 * Adds the force (N) that steers the agent at place `i` along the offset (x, y) (m) in the plane. If the offset is
 * shorter than `braking` (m), the wanted speed is proportional to the length of the offset. Otherwise, the wanted speed
 * is the maximum speed.
 */
export function steerAlong(
  world: SharedWorld,
  behavior: BehaviorPlan,
  i: number,
  x: number,
  y: number,
  weight: number,
  braking: number,
): void {
  const { velocity, speciesParameters } = world.front;
  const { force } = world.scratch;
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const distance = fround(sqrt(fround(fround(x * x) + fround(y * y))));
  let scale = fround(0);
  if (distance > 0) scale = fround(maxSpeed / (distance < braking ? braking : distance));
  const wantedX = fround(fround(x * scale) - velocity.x[i]);
  const wantedY = fround(fround(y * scale) - velocity.y[i]);
  force.x[i] = fround(force.x[i] + fround(weight * wantedX));
  force.y[i] = fround(force.y[i] + fround(weight * wantedY));
}
