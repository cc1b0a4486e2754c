/** How long a thread may be silent at first, by default, ms. */
export const DEFAULT_STALL_MS = 750;
/** A sleeping worker gives a sign of life every 50 ms. Silence for less than four of them proves nothing. */
export const MIN_STALL_MS = 200;
export const MAX_STALL_MS = 3_600_000;
