import { steerLaw } from '../steering/steer-law.ts';
import { rolesIn, writeRoles } from '../world/roles.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Finds the law that caused a quarantine of the agent at place `i`. Such a law, on its own, gives the agent a force
 * that is not finite, or writes NaN. Returns the row of the first behavior with such a law, or -1 if there is none.
 *
 * The search overwrites the force of the agent. The tick has already used that force, and the agent will not move.
 *
 * reads the role of the agent, and what `steer` reads; writes the agent's force and staged extras, and rewrites what
 * laws have decided for the agent
 */
export function rowOfUnsoundLaw(world: SharedWorld, i: number): number {
  const { x, y, z } = world.scratch.force;
  // Roles that act alike are steered as one. The row must be that of the agent's own species.
  writeRoles(world, i, i + 1);
  const { behaviors } = world.plan.roles[rolesIn(world)[i]];
  const writers = behaviors.flatMap(({ staging }) => staging ?? []);
  for (const behavior of [...behaviors, ...writers]) {
    if (behavior.law < 0) continue;
    x[i] = 0;
    y[i] = 0;
    z[i] = 0;
    steerLaw(world, behavior, i, i + 1);
    // NaN and infinite numbers, multiplied by 0, are not 0.
    if ((x[i] + y[i] + z[i]) * 0 !== 0) return behavior.index;
  }
  return -1;
}
