import { stateOf, stateViews } from './states.ts';
import type { SharedWorld } from './world.ts';

/**
 * By place of front, the role of the agent there: which behaviors it has. Where no species has states, it is the
 * species; else `writeRoles` must have written those that are read.
 */
export function rolesIn({ plan, front, scratch }: SharedWorld): Uint8Array {
  return plan.hasStates ? scratch.role : front.species;
}

/** Writes the roles of the agents in places [begin, end) of front. */
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
