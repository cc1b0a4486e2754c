import type { Aim } from '../steering/aim.ts';
import type { SharedWorld } from '../world/world.ts';
import { createTargetStep, stepTargetInto } from './target-motion.ts';

const fround = Math.fround;

const step = createTargetStep();

/** A displacement in one step (m). */
export interface Way {
  x: number;
  y: number;
  z: number;
}

/**
 * Writes the displacement (m) of an agent's aim in this step. The aim is a target or another agent. For a target, the
 * displacement is exact. For another agent, the displacement assumes constant velocity, because its next position is
 * unknown until all workers have moved their agents.
 */
export function aimStepInto(way: Way, world: SharedWorld, aim: Aim, target: number): void {
  const { dt } = world.plan;
  if (target < 0) {
    way.x = fround(aim.velocityX * dt);
    way.y = fround(aim.velocityY * dt);
    way.z = fround(aim.velocityZ * dt);
    return;
  }
  const { x, y, z } = world.front.targetPosition;
  stepTargetInto(step, world, target);
  way.x = fround(step.x - x[target]);
  way.y = fround(step.y - y[target]);
  way.z = fround(step.z - z[target]);
}
