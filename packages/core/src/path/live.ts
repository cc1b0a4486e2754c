/** A function that long searches call regularly, to show that their thread is alive. */
export type Live = () => void;

/** The `live` function of searches that no supervisor watches. It does nothing. */
export const UNWATCHED: Live = () => {};

/**
 * A search calls `live` when `(count & LIVE_MASK) === 0`. `count` is the number of cells searched so far. So the search
 * calls `live` every LIVE_MASK + 1 cells. Searching this number of cells takes a fraction of a millisecond. Even a
 * thread with a tenth of a core gives many signs of life per second.
 */
export const LIVE_MASK = 0xfff;
