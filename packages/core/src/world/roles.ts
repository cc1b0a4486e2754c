import { stateOf, stateViews } from './states.ts';
import type { SharedWorld } from './world.ts';

/**
 * The role of each agent, by front place. Without states, roles are the same as species; with states, `writeRoles` must
 * have written the places that are read.
 */
export function rolesIn({ plan, front, scratch }: SharedWorld): Uint8Array {
  return plan.hasStates ? scratch.role : front.species;
}

/** Writes the roles of the agents in front places [begin, end). */
export function writeRoles(world: SharedWorld, begin: number, end: number): void {
  const { plan, front, scratch } = world;
  if (!plan.hasStates) return;
  const { species } = front;
  const { state } = stateViews(world).front;
  for (let i = begin; i < end; i++) {
    const { firstRole, states } = plan.species[species[i]];
    scratch.role[i] =
      states.length === 0 ? firstRole : firstRole + stateOf(state[i], states.length);
  }
}
