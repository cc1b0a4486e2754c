import { shortest, wrapped } from '../grid/torus.ts';
import { speciesSlotOf } from '../scenario/schema.ts';
import { RECORD } from '../world/layout.ts';
import type { SharedWorld } from '../world/world.ts';
import { createTargetStep, stepTargetInto } from './target-motion.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const BODY_RADIUS = speciesSlotOf('radius');

const step = createTargetStep();

/**
 * Swept test of the agent against its target while both move through the step: the first time the
 * two spheres touch. On a hit the staged position becomes the agent's at that time (m).
 */
export function hits(world: SharedWorld, index: number, target: number, i: number): boolean {
  const { front, scratch, plan } = world;
  const { stagedPosition: to } = scratch;
  const reach = reachOf(world, index, target);
  stepTargetInto(step, world, target);
  const x = front.position.x[i]!;
  const y = front.position.y[i]!;
  const z = front.position.z[i]!;
  // As seen from the target: from where, and how far in the step.
  const sx = fround(x - front.targetPosition.x[target]!);
  const sy = fround(y - front.targetPosition.y[target]!);
  const sz = fround(z - front.targetPosition.z[target]!);
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const movedX = shortest(fround(to.x[i]! - x), edgeX);
  const movedY = shortest(fround(to.y[i]! - y), edgeY);
  const movedZ = shortest(fround(to.z[i]! - z), edgeZ);
  const dx = fround(movedX - fround(step.x - front.targetPosition.x[target]!));
  const dy = fround(movedY - fround(step.y - front.targetPosition.y[target]!));
  const dz = fround(movedZ - fround(step.z - front.targetPosition.z[target]!));
  const squaredReach = fround(reach * reach);
  let time = fround(0);
  if (!(squared(sx, sy, sz) <= squaredReach)) {
    const a = squared(dx, dy, dz);
    const b = fround(fround(fround(sx * dx) + fround(sy * dy)) + fround(sz * dz));
    // A step too short for f32 to square goes nowhere.
    if (!(b < 0) || a < 1e-30) return false;
    // By way of the nearest point: b^2 - a (s^2 - reach^2) would cancel when a step is long.
    const nearest = fround(fround(-b) / a);
    const mx = fround(sx + fround(nearest * dx));
    const my = fround(sy + fround(nearest * dy));
    const mz = fround(sz + fround(nearest * dz));
    const left = fround(squaredReach - squared(mx, my, mz));
    if (!(left >= 0)) return false;
    time = fround(nearest - fround(sqrt(fround(left / a))));
    if (time > 1) return false;
    if (time < 0) time = 0;
  }
  to.x[i] = wrapped(fround(x + fround(time * movedX)), plan.grid.min[0], edgeX);
  to.y[i] = wrapped(fround(y + fround(time * movedY)), plan.grid.min[1], edgeY);
  to.z[i] = wrapped(fround(z + fround(time * movedZ)), plan.grid.min[2], edgeZ);
  return true;
}

/** How near the middles of an agent of a species and of a target are when they touch (m). */
export function reachOf({ front, plan }: SharedWorld, index: number, target: number): number {
  const body = front.speciesParameters[index * RECORD + BODY_RADIUS]!;
  return fround(fround(plan.targets[target]!.radius) + body);
}

function squared(x: number, y: number, z: number): number {
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
}
