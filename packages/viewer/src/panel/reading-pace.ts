/**
 * The minimum interval between two updates of a number that changes all the time, in ms. Faster changes cannot be read,
 * and each update costs a layout.
 */
const EVERY_MS = 100;

/** Decides when to update the displayed tick of a run: at most ten times a second, and when the run comes to rest. */
export class ReadingPace {
  #seen: number | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** Whether the displayed tick must be updated now. Call this method once in each frame. */
  isDue(tick: number, nowMs = performance.now()): boolean {
    const rests = tick === this.#seen;
    this.#seen = tick;
    if (!rests && nowMs - this.#writtenAt < EVERY_MS) return false;
    this.#writtenAt = nowMs;
    return true;
  }
}
