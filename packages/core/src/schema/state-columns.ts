/**
 * The names of the columns that a world with states has: the index of an agent's state in the list of states of its
 * species, and the tick at which the agent entered it.
 */
export const STATE_COLUMN = 'state';
export const STATE_TICK_COLUMN = 'stateTick';
