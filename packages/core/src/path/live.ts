/** What long searches call now and then, to show that their thread lives. */
export type Live = () => void;

/** For searches that are not watched. */
export const UNWATCHED: Live = () => {};

/**
 * Cells between two signs of life, less one: a search calls `live` when `(count & LIVE_MASK) === 0`. That
 * is a fraction of a millisecond, so that a thread which gets a tenth of a core still shows many a second.
 */
export const LIVE_MASK = 0xfff;
