import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/** The agents that a measure is of. */
export interface Agents {
  readonly world: SharedWorld;
  /** Index of their species; -1 for all. */
  readonly species: number;
}

/** Whether the agent at a place is one of them: alive, and of their species. */
export function isAmong({ world, species }: Agents, i: number): boolean {
  const { front } = world;
  return front.status[i] === STATUS.alive && (species < 0 || front.species[i] === species);
}

/** The places of all of them, in stored order. */
export function placesOf(agents: Agents): Uint32Array {
  const places = new Uint32Array(agents.world.plan.agents);
  let count = 0;
  for (let i = 0; i < places.length; i++) if (isAmong(agents, i)) places[count++] = i;
  return places.subarray(0, count);
}
