import { stateOf, stateViews } from './states.ts';
import type { SharedWorld } from './world.ts';

/**
 * The role of each agent, by place in the front state. If no species has states, the role is the species. Otherwise,
 * before you read the role at a place, call `writeRoles` for that place.
 */
export function rolesIn({ plan, front, scratch }: SharedWorld): Uint8Array {
  return plan.hasStates ? scratch.role : front.species;
}

/** Writes the roles of the agents at places [begin, end) of the front state. */
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
