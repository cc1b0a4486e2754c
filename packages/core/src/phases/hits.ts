import { shortest, wrapped } from '../grid/torus.ts';
import { speciesSlotOf } from '../scenario/slots.ts';
import { createAim } from '../steering/aim.ts';
import { targetOf } from '../steering/assigned.ts';
import { aimInto, quarryOf } from '../steering/find-aim.ts';
import { RECORD } from '../world/layout.ts';
import type { BehaviorPlan } from '../world/plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { aimStepInto, type Way } from './aim-motion.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

const BODY_RADIUS = speciesSlotOf('radius');

const aim = createAim();
const way: Way = { x: 0, y: 0, z: 0 };

/**
 * Tests whether the agent at place `i` hits its aim in this step. The agent and its aim both move, so the test finds
 * the first time at which their spheres touch. On a hit, the position (m) that the agent has at that time is staged. So
 * an agent that survives the hit ends this step at that position.
 */
export function hits(world: SharedWorld, guidance: BehaviorPlan, i: number): boolean {
  const { front, scratch, plan } = world;
  const { stagedPosition: to } = scratch;
  if (!aimInto(aim, world, guidance, i)) return false;
  // An agent that outlives its quarry does not hit it again in the step in which the quarry ends.
  if (!plan.species[guidance.species].hitEnds.self && front.struck[aim.agent] !== 0) return false;
  const body = front.speciesParameters[guidance.species * RECORD + BODY_RADIUS];
  const reach = fround(aim.radius + body);
  aimStepInto(way, world, aim, targetOf(front, guidance, i));
  const x = front.position.x[i];
  const y = front.position.y[i];
  const z = front.position.z[i];
  // Start and displacement of the agent in the step, relative to its aim.
  const sx = fround(-aim.x);
  const sy = fround(-aim.y);
  const sz = fround(-aim.z);
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const movedX = shortest(fround(to.x[i] - x), edgeX);
  const movedY = shortest(fround(to.y[i] - y), edgeY);
  const movedZ = shortest(fround(to.z[i] - z), edgeZ);
  const dx = fround(movedX - way.x);
  const dy = fround(movedY - way.y);
  const dz = fround(movedZ - way.z);
  const squaredReach = fround(reach * reach);
  let time = fround(0);
  if (!(squared(sx, sy, sz) <= squaredReach)) {
    const a = squared(dx, dy, dz);
    const b = fround(fround(fround(sx * dx) + fround(sy * dy)) + fround(sz * dz));
    // If the displacement is so short that its square underflows, there is no hit.
    if (!(b < 0) || a < 1e-30) return false;
    // Computed from the nearest point, because b^2 - a (s^2 - reach^2) loses its digits for a long step.
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

/** The place of the agent that was hit in this step by the agent at place `i`. */
export function struckBy(world: SharedWorld, species: number, i: number): number {
  return quarryOf(world, world.plan.species[species].guidance!, i);
}

/**
 * The distance (m) between the centers of an agent and a target when they touch. `index` is the index of the agent's
 * species.
 */
export function reachOf({ front, plan }: SharedWorld, index: number, target: number): number {
  const body = front.speciesParameters[index * RECORD + BODY_RADIUS];
  return fround(fround(plan.targets[target].radius) + body);
}

function squared(x: number, y: number, z: number): number {
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
}
