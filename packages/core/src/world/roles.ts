import { RECORD } from './layout.ts';
import { stateOf, stateViews } from './states.ts';
import type { SharedWorld } from './world.ts';

/**
 * The role of each agent, by place in the front state. In many worlds, the role is the species. In the other worlds,
 * call `writeRoles` for a place before you read the role there.
 */
export function rolesIn({ plan, front, scratch }: SharedWorld): Uint8Array {
  return plan.writesRoles ? scratch.role : front.species;
}

/**
 * Writes the roles of the agents at places [begin, end) of the front state. With a list `actingRoles`, each role is
 * replaced by its entry.
 */
export function writeRoles(
  world: SharedWorld,
  begin: number,
  end: number,
  actingRoles?: readonly number[],
): void {
  const { plan, front, scratch } = world;
  if (!plan.writesRoles) return;
  const { species } = front;
  const state = plan.hasStates ? stateViews(world).front.state : undefined;
  for (let i = begin; i < end; i++) {
    const { firstRole, states } = plan.species[species[i]];
    const role = states.length === 0 ? firstRole : firstRole + stateOf(state![i], states.length);
    scratch.role[i] = actingRoles === undefined ? role : actingRoles[role];
  }
}

/**
 * Finds roles whose agents act alike in this tick: roles with the same laws and the same numbers. They are steered
 * together, as the first of them. Returns this first role for each role.
 */
export function actingRoles({ plan, front }: SharedWorld): readonly number[] {
  const { behaviorParameters, speciesParameters } = front;
  const areEqual = (numbers: Float32Array, one: number, other: number): boolean => {
    for (let slot = 0; slot < RECORD; slot++) {
      if (numbers[RECORD * one + slot] !== numbers[RECORD * other + slot]) return false;
    }
    return true;
  };
  const acting: number[] = [];
  plan.roles.forEach(({ like, species, behaviors }, role) => {
    const known = plan.roles.findIndex(
      (other, first) =>
        first < role &&
        acting[first] === first &&
        other.like === like &&
        areEqual(speciesParameters, species, other.species) &&
        behaviors.every(({ index }, nth) =>
          areEqual(behaviorParameters, index, other.behaviors[nth].index),
        ),
    );
    acting.push(known < 0 ? role : known);
  });
  return acting;
}
