/** How long a thread may be silent at first, ms, by default. */
export const DEFAULT_STALL_MS = 750;
/** A parked worker gives a sign of life every 50 ms; less than four of them is no evidence. */
export const MIN_STALL_MS = 200;
export const MAX_STALL_MS = 3_600_000;
