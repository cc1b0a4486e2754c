import { shortest } from '../grid/torus.ts';
import type { SharedWorld } from '../world/world.ts';

const fround = Math.fround;

/**
 * How a target moves in one step: its position and that of its home (m), and its velocity (m/s) relative to its home.
 */
export interface TargetStep {
  x: number;
  y: number;
  z: number;
  homeX: number;
  homeY: number;
  homeZ: number;
  velocityX: number;
  velocityY: number;
  velocityZ: number;
}

export function createTargetStep(): TargetStep {
  return {
    x: 0,
    y: 0,
    z: 0,
    homeX: 0,
    homeY: 0,
    homeZ: 0,
    velocityX: 0,
    velocityY: 0,
    velocityZ: 0,
  };
}

/**
 * Computes the step of a target that springs back to its home. Agents that hit the target in this step push it only
 * after the step. The step is implicit Euler, which is stable at any stiffness and damping:
 *
 *   v' = (v - stiffness (p - home) dt) / (1 + damping dt + stiffness dt^2)
 *   p' = p + v' dt
 *
 * Here p is the position of the target, and v is its velocity relative to its home. The values after the step are p'
 * and v'.
 *
 * If the home moves, its displacement is added to the positions of both target and home. The step depends only on the
 * front state, so every worker that tests for hits finds the same path. On a torus, the result may be outside of the
 * bounds; `settle` moves it back in.
 */
export function stepTargetInto(step: TargetStep, world: SharedWorld, target: number): void {
  const { dt, targets, grid } = world.plan;
  const { edge } = grid;
  const { targetPosition, targetVelocity, targetHome, targetDrift } = world.front;
  const { stiffness, damping } = targets[target];
  const spring = fround(fround(stiffness) * dt);
  const slow = fround(1 / fround(fround(1 + fround(fround(damping) * dt)) + fround(spring * dt)));
  const x = targetPosition.x[target];
  const y = targetPosition.y[target];
  const z = targetPosition.z[target];
  step.velocityX = fround(
    fround(
      targetVelocity.x[target] -
        fround(spring * shortest(fround(x - targetHome.x[target]), edge[0])),
    ) * slow,
  );
  step.velocityY = fround(
    fround(
      targetVelocity.y[target] -
        fround(spring * shortest(fround(y - targetHome.y[target]), edge[1])),
    ) * slow,
  );
  step.velocityZ = fround(
    fround(
      targetVelocity.z[target] -
        fround(spring * shortest(fround(z - targetHome.z[target]), edge[2])),
    ) * slow,
  );
  step.x = fround(x + fround(step.velocityX * dt));
  step.y = fround(y + fround(step.velocityY * dt));
  step.z = fround(z + fround(step.velocityZ * dt));
  step.homeX = targetHome.x[target];
  step.homeY = targetHome.y[target];
  step.homeZ = targetHome.z[target];
  if (targets[target].motion === undefined) return;
  const driftX = fround(targetDrift.x[target] * dt);
  const driftY = fround(targetDrift.y[target] * dt);
  const driftZ = fround(targetDrift.z[target] * dt);
  step.x = fround(step.x + driftX);
  step.y = fround(step.y + driftY);
  step.z = fround(step.z + driftZ);
  step.homeX = fround(step.homeX + driftX);
  step.homeY = fround(step.homeY + driftY);
  step.homeZ = fround(step.homeZ + driftZ);
}
