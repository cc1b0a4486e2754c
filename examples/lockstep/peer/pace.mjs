/** If more turns than this are waiting, a peer steps as fast as it can. */
const MAX_WAITING_TURNS = 3;

/**
 * Decides when the next tick is due. Turns are buffered for the time of one turn, so that a late turn delays nothing.
 */
export class Pace {
  #turnTicks;
  #tickMs;
  #dueMs;

  /**
   * Starts with a turn that has just arrived.
   *
   * @param {{ turnTicks: number, turnMs: number }} clock
   */
  constructor({ turnTicks, turnMs }) {
    this.#turnTicks = turnTicks;
    this.#tickMs = turnMs / turnTicks;
    this.#dueMs = performance.now() + turnMs;
  }

  /**
   * Returns the number of ticks to step now, and how long to wait before that, in ms.
   *
   * @param {number} left the ticks left in the turn
   * @param {number} waiting the turns that have arrived and are not finished, including this one
   */
  next(left, waiting) {
    const now = performance.now();
    if (waiting > MAX_WAITING_TURNS) {
      this.#dueMs = now;
      return { ticks: left, delayMs: 0 };
    }
    // After a slow tick, the ticks that are due by now are caught up, but at most one turn of them.
    this.#dueMs = Math.max(this.#dueMs, now - this.#turnTicks * this.#tickMs) + this.#tickMs;
    return { ticks: 1, delayMs: this.#dueMs - now };
  }
}
