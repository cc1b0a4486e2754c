/** The default of the option `stallMs`: how long a worker may give no sign of life before it counts as dead, in ms. */
export const DEFAULT_STALL_MS = 750;
/**
 * The minimum of the option `stallMs`, in ms. A sleeping worker gives a sign of life every 50 ms; fewer than four
 * missing signs prove nothing.
 */
export const MIN_STALL_MS = 200;
export const MAX_STALL_MS = 3_600_000;
