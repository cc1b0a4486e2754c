/**
 * The names of the columns that a world with states has. `state` is the index of an agent's state in the list of states
 * of its species. `stateTick` is the tick at which the agent entered the state.
 */
export const STATE_COLUMN = 'state';
export const STATE_TICK_COLUMN = 'stateTick';
