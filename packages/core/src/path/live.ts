/** A function that long searches call regularly, as a sign of life of their thread. */
export type Live = () => void;

/** For searches that no supervisor watches. */
export const UNWATCHED: Live = () => {};

/**
 * Number of cells between two signs of life, minus 1: a search calls `live` when `(count & LIVE_MASK) === 0`. They take
 * a fraction of a millisecond, so a thread with a tenth of a core still gives many signs a second.
 */
export const LIVE_MASK = 0xfff;
