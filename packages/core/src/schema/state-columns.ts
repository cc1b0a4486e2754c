/**
 * The columns that a world has whose species have states: in which state an agent is, by its place in the list, and the
 * tick from which on.
 */
export const STATE_COLUMN = 'state';
export const STATE_TICK_COLUMN = 'stateTick';
