import { shortest } from '../../grid/torus.ts';
import type { SharedWorld } from '../../world/world.ts';
import { createTargetStep, stepTargetInto, type TargetStep } from '../target-motion.ts';

const fround = Math.fround;

/**
 * Whether the agent at place `i` of the back state is within a distance (m) of a point. On a torus, the distance is
 * measured the shortest way around.
 */
export function isWithin(
  { plan, back }: SharedWorld,
  i: number,
  x: number,
  y: number,
  z: number,
  distance: number,
): boolean {
  const { position } = back;
  const { edge } = plan.grid;
  const dx = shortest(fround(x - position.x[i]), edge[0]);
  const dy = shortest(fround(y - position.y[i]), edge[1]);
  const dz = shortest(fround(z - position.z[i]), edge[2]);
  return dx * dx + dy * dy + dz * dz <= distance * distance;
}

const step = createTargetStep();

/**
 * The position and velocity that a target will have after this step if no command moves the target. The back state does
 * not contain these values yet.
 */
export function targetAfter(world: SharedWorld, target: number): TargetStep {
  stepTargetInto(step, world, target);
  return step;
}
