import { steerLaw } from '../steering/law.ts';
import { rolesIn } from '../world/roles.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * The first behavior with a law whose force on the agent at place `i`, by itself, is not finite, or that writes what is
 * not a number: its row, or -1 where there is none. The tick has used up the force of the agent, and it will not move.
 *
 * reads what steering reads, and its roles; writes force, staged extras, and once more what laws have decided of the agent
 */
export function rowOfUnsoundLaw(world: SharedWorld, i: number): number {
  const { x, y, z } = world.scratch.force;
  const { behaviors } = world.plan.roles[rolesIn(world)[i]];
  const writers = behaviors.flatMap(({ staging }) => staging ?? []);
  for (const behavior of [...behaviors, ...writers]) {
    if (behavior.law < 0) continue;
    x[i] = 0;
    y[i] = 0;
    z[i] = 0;
    steerLaw(world, behavior, i, i + 1);
    // NaN and the infinities are the numbers that, times 0, are not 0.
    if ((x[i] + y[i] + z[i]) * 0 !== 0) return behavior.index;
  }
  return -1;
}
