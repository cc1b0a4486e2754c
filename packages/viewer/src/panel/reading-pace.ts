/**
 * The minimum interval (ms) between updates of a number that changes all the time: faster changes are unreadable, and
 * each costs a layout.
 */
const EVERY_MS = 100;

/** Decides when to update the display of a run's tick: at most ten times a second, and when the run rests. */
export class ReadingPace {
  #seen: number | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** Called once in each frame, at `nowMs`. */
  isDue(tick: number, nowMs = performance.now()): boolean {
    const rests = tick === this.#seen;
    this.#seen = tick;
    if (!rests && nowMs - this.#writtenAt < EVERY_MS) return false;
    this.#writtenAt = nowMs;
    return true;
  }
}
