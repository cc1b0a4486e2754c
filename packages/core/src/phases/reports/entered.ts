import { stateViews } from '../../world/states.ts';
import type { SharedWorld } from '../../world/world.ts';

/**
 * Whether an agent has entered a certain state of its species in this step. `state` is the index of that state. The
 * agent is at place `i` of the world's back state.
 */
export function hasEntered(world: SharedWorld, state: number, i: number): boolean {
  const { state: states, tick } = stateViews(world).back;
  return states[i] === state && tick[i] === world.frontTick + 1;
}
