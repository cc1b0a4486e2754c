import { length } from '../../math/vector.ts';
import { slotFor, speciesSlotOf } from '../../scenario/slots.ts';
import { RECORD } from '../../world/layout.ts';
import type { BehaviorPlan } from '../../world/plan.ts';
import { rolesIn } from '../../world/roles.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { directionsOf } from './directions.ts';
import { type WriteInterest, wantDirection } from './maps.ts';

const fround = Math.fround;

const MAX_SPEED = speciesSlotOf('maxSpeed');

/**
 * Sets the forces of the agents of a role in places [begin, end) to `value`. The value -0 marks an agent that is not
 * steered. Adding any force, even a force of 0, removes the mark from at least one axis. Without the mark, a behavior
 * that wants the present velocity would look like a behavior that does not act.
 */
export function setForces(
  world: SharedWorld,
  role: number,
  begin: number,
  end: number,
  value: number,
): void {
  const { status } = world.front;
  const roles = rolesIn(world);
  const { x, y, z } = world.scratch.force;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== role || status[i] !== STATUS.alive) continue;
    x[i] = value;
    y[i] = value;
    z[i] = value;
  }
}

/**
 * Writes an interest. The force in scratch.force (N) comes from the behavior alone. The interest has the direction of
 * this force. The weight of the interest is the length of the force.
 *
 * If the behavior asks for a velocity, the interest has the direction of that velocity. The direction of the force
 * would be no use, because the force is 0 once the agent has that velocity. The weight of the interest is then weight *
 * min(1, speed / `maxSpeed`). Here, weight is the weight of the behavior, and speed is the length of the velocity.
 * Without `maxSpeed`, the interest gets the full weight of the behavior.
 *
 * reads scratch.force (N), which is -0 where the behavior did not act
 */
export const wantForce: WriteInterest = (world, behavior, maps, merge, begin, end) => {
  const directions = directionsOf(world.plan.species[behavior.species].dimensions);
  const { status, velocity, behaviorParameters, speciesParameters } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const weightAt = behavior.index * RECORD + slotFor(behavior, 'weight');
  const asked = behavior.asksForVelocity ? behaviorParameters[weightAt] : 0;
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  // Without a maximum speed, a velocity has no fraction of it.
  const fastest = maxSpeed < Number.POSITIVE_INFINITY ? fround(asked * maxSpeed) : 0;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    if (isUnsteered(fx[i]) && isUnsteered(fy[i]) && isUnsteered(fz[i])) continue;
    const x = fround(fx[i] + fround(asked * velocity.x[i]));
    const y = fround(fy[i] + fround(asked * velocity.y[i]));
    const z = fround(fz[i] + fround(asked * velocity.z[i]));
    const size = length(x, y, z);
    if (!(size > 0)) continue;
    const inverse = fround(1 / size);
    let weight = size;
    if (behavior.asksForVelocity)
      weight = size < fastest ? fround(asked * fround(size / fastest)) : asked;
    const ux = fround(x * inverse);
    const uy = fround(y * inverse);
    const uz = fround(z * inverse);
    wantDirection(maps, directions, i - begin, ux, uy, uz, weight, merge);
  }
};

/**
 * Writes to `share`, for each agent in places [begin, end), the speed that a behavior asks for, as a fraction of its top
 * speed. The share is 1 for an agent on which the behavior does not act, and for a behavior that asks for no velocity.
 * Returns the top speed as a fraction of `maxSpeed`.
 *
 * reads scratch.force (N), which is -0 where the behavior did not act
 */
export function askedShares(
  share: Float32Array,
  world: SharedWorld,
  behavior: BehaviorPlan,
  begin: number,
  end: number,
): number {
  share.fill(1);
  if (!behavior.asksForVelocity) return 1;
  const { status, velocity, behaviorParameters, speciesParameters } = world.front;
  const roles = rolesIn(world);
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const at = behavior.index * RECORD;
  const weight = behaviorParameters[at + slotFor(behavior, 'weight')];
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const own = slotFor(behavior, 'speed');
  const top = own < 0 ? maxSpeed : Math.min(behaviorParameters[at + own], maxSpeed);
  if (!(weight > 0 && top > 0 && top < Number.POSITIVE_INFINITY)) return 1;
  for (let i = begin; i < end; i++) {
    if (roles[i] !== behavior.role || status[i] !== STATUS.alive) continue;
    if (isUnsteered(fx[i]) && isUnsteered(fy[i]) && isUnsteered(fz[i])) continue;
    const x = fround(fround(fx[i] / weight) + velocity.x[i]);
    const y = fround(fround(fy[i] / weight) + velocity.y[i]);
    const z = fround(fround(fz[i] / weight) + velocity.z[i]);
    const asked = length(x, y, z) / top;
    if (asked < NEARLY) share[i - begin] = asked;
  }
  return maxSpeed < Number.POSITIVE_INFINITY ? top / maxSpeed : 1;
}

/** Above this share of the top speed, a behavior does not brake. The rest are errors of rounding. */
const NEARLY = 1 - 1e-4;

function isUnsteered(force: number): boolean {
  return force === 0 && 1 / force < 0;
}
