import { stateViews } from '../../world/states.ts';
import type { SharedWorld } from '../../world/world.ts';

/** Whether the agent at place `i` of the back state has entered a state of its species in this step. */
export function hasEntered(world: SharedWorld, state: number, i: number): boolean {
  const { state: states, tick } = stateViews(world).back;
  return states[i] === state && tick[i] === world.frontTick + 1;
}
