import { shortest } from '../grid/torus.ts';
import { slotOf, speciesSlotOf } from '../scenario/slots.ts';
import { RECORD } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import type { Steer } from './behavior.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const MAX_SPEED = speciesSlotOf('maxSpeed');
const WEIGHT = slotOf('goal', 'weight');
const BRAKING_DISTANCE = slotOf('goal', 'brakingDistance');

/**
 * Steers each agent toward the goal of its id, the short way round a torus: weight x (desired velocity
 * - velocity), whose length falls inside the braking distance so that it comes to rest there.
 *
 * reads constants.goal (m)
 * source: arrival of Reynolds 1999, Steering Behaviors for Autonomous Characters
 */
export const steerGoal: Steer = (world, behavior, begin, end) => {
  const { edge } = world.plan.grid;
  const { status, species, id, position, velocity } = world.front;
  const { behaviorParameters, speciesParameters } = world.front;
  const { goal } = world.constants;
  const { x: fx, y: fy, z: fz } = world.scratch.force;
  const maxSpeed = speciesParameters[behavior.species * RECORD + MAX_SPEED];
  const weight = behaviorParameters[behavior.index * RECORD + WEIGHT];
  const braking = behaviorParameters[behavior.index * RECORD + BRAKING_DISTANCE];
  for (let i = begin; i < end; i++) {
    if (species[i] !== behavior.species || status[i] !== STATUS.alive) continue;
    const agent = id[i];
    const x = shortest(fround(goal.x[agent] - position.x[i]), edge[0]);
    const y = shortest(fround(goal.y[agent] - position.y[i]), edge[1]);
    const z = shortest(fround(goal.z[agent] - position.z[i]), edge[2]);
    const distance = fround(sqrt(fround(fround(fround(x * x) + fround(y * y)) + fround(z * z))));
    const scale = fround(maxSpeed / Math.max(distance, braking));
    const wantedX = fround(fround(x * scale) - velocity.x[i]);
    const wantedY = fround(fround(y * scale) - velocity.y[i]);
    const wantedZ = fround(fround(z * scale) - velocity.z[i]);
    fx[i] = fround(fx[i] + fround(weight * wantedX));
    fy[i] = fround(fy[i] + fround(weight * wantedY));
    fz[i] = fround(fz[i] + fround(weight * wantedZ));
  }
};
