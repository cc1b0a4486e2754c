/** Numbers that change all the time are written no more often: faster they cannot be read, and each costs a layout, ms. */
const EVERY_MS = 100;

/** When to write what is shown of the tick of a run: at most ten times a second, and where the run rests. */
export class ReadingPace {
  #seen: number | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;

  /** Asked once in each frame, at `nowMs`. */
  isDue(tick: number, nowMs = performance.now()): boolean {
    const rests = tick === this.#seen;
    this.#seen = tick;
    if (!rests && nowMs - this.#writtenAt < EVERY_MS) return false;
    this.#writtenAt = nowMs;
    return true;
  }
}
