/** With more turns than this before it, a peer steps as fast as it can. */
const MAX_WAITING_TURNS = 3;

/** When the next tick is due. Turns are let to lie for the time of one, so that one which is late holds nothing up. */
export class Pace {
  #turnTicks;
  #tickMs;
  #dueMs;

  /**
   * Begins with a turn that has just come.
   *
   * @param {{ turnTicks: number, turnMs: number }} clock
   */
  constructor({ turnTicks, turnMs }) {
    this.#turnTicks = turnTicks;
    this.#tickMs = turnMs / turnTicks;
    this.#dueMs = performance.now() + turnMs;
  }

  /**
   * How many ticks to step now, up to `left` of the turn, and how long to wait before, ms.
   *
   * @param {number} left
   * @param {number} waiting turns that have come and are still to be done, this one included
   */
  next(left, waiting) {
    const now = performance.now();
    if (waiting > MAX_WAITING_TURNS) {
      this.#dueMs = now;
      return { ticks: left, delayMs: 0 };
    }
    // After a long tick those that are due by now are made up for, and no more than a turn of them.
    this.#dueMs = Math.max(this.#dueMs, now - this.#turnTicks * this.#tickMs) + this.#tickMs;
    return { ticks: 1, delayMs: this.#dueMs - now };
  }
}
