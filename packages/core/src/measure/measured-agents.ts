import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/** The agents that a measure covers. */
export interface Agents {
  readonly world: SharedWorld;
  /** Index of the covered species; -1 for all species. */
  readonly species: number;
}

/**
 * Whether a measure includes the agent at place `i`: the agent must be alive, and the measure must cover its species.
 */
export function isAmong({ world, species }: Agents, i: number): boolean {
  const { front } = world;
  return front.status[i] === STATUS.alive && (species < 0 || front.species[i] === species);
}

/** The places (indices in the sorted columns) of all included agents, in ascending order. */
export function placesOf(agents: Agents): Uint32Array {
  const places = new Uint32Array(agents.world.plan.agents);
  let count = 0;
  for (let i = 0; i < places.length; i++) if (isAmong(agents, i)) places[count++] = i;
  return places.subarray(0, count);
}
