import { stateViews } from '../../world/states.ts';
import type { SharedWorld } from '../../world/world.ts';

/**
 * Whether an agent has entered the state with the index `state` in this step. The agent is at place `i` of the back
 * state.
 */
export function hasEntered(world: SharedWorld, state: number, i: number): boolean {
  const { state: states, tick } = stateViews(world).back;
  return states[i] === state && tick[i] === world.frontTick + 1;
}
