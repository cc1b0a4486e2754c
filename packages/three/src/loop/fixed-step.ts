/** The default for the maximum number of ticks that one frame catches up. Time beyond these ticks is dropped. */
export const MAX_CATCH_UP = 4;

/**
 * The duration of a frame is rounded to a whole number of ticks if the change is less than this fraction of the result.
 */
const SNAP = 0.02;

/**
 * The maximum rounding error of the time that is due, in ticks. A tick is due even if this much time is still missing.
 */
const ROUNDING = 1e-6;

/**
 * The duration of the longest frame that can add to `droppedMs`, in ms. A longer frame means that the page was hidden
 * or frozen.
 */
const LONGEST_FRAME_MS = 1000;

/**
 * Converts the times of frames to numbers of due ticks. All ticks have the same length.
 *
 * A frame time that is almost a whole number of ticks is rounded to that number. Without this rule, a 59.94 Hz display
 * with 60 Hz ticks would skip or repeat a tick every few seconds. With the rule, the world may run up to 2 % faster
 * or slower than real time. This difference is not visible.
 */
export class FixedStep {
  readonly stepMs: number;
  /** The maximum number of ticks that one frame catches up. */
  readonly maxCatchUp: number;
  /**
   * The simulated time (ms) that was dropped because more than `maxCatchUp` ticks were due. Very long frames are not
   * counted. The first two frames after the start or a reset are not counted either.
   */
  droppedMs = 0;
  #last: number | undefined;
  /** Whether no time has passed since the start or the last reset. */
  #fresh = true;
  #backlogMs = 0;
  #budget = 0;

  /** @param dt the length of a tick, in s */
  constructor(dt: number, maxCatchUp = MAX_CATCH_UP) {
    this.stepMs = dt * 1000;
    this.maxCatchUp = maxCatchUp;
  }

  /**
   * Begins a frame at the time `nowMs`. Adds the time since the last frame, multiplied by `speed`, to the backlog. The
   * backlog holds at most `maxCatchUp` ticks.
   */
  frame(nowMs: number, speed = 1): void {
    const passed = this.#last === undefined ? 0 : Math.max(0, nowMs - this.#last);
    const elapsed = passed * speed;
    this.#last = nowMs;
    this.#budget = this.maxCatchUp;
    const ticks = Math.round(elapsed / this.stepMs);
    const near = ticks > 0 && Math.abs(elapsed / this.stepMs - ticks) < SNAP * ticks;
    this.#backlogMs += near ? ticks * this.stepMs : elapsed;
    const most = this.maxCatchUp * this.stepMs;
    const excess = this.#backlogMs - most;
    this.#backlogMs = Math.min(this.#backlogMs, most);
    const counts = !this.#fresh && passed <= LONGEST_FRAME_MS;
    if (counts && excess > ROUNDING * this.stepMs) this.droppedMs += excess;
    if (passed > 0) this.#fresh = false;
  }

  /**
   * Returns the number of ticks that are due now, at most `limit`. Subtracts the duration of these ticks from the
   * backlog.
   */
  take(limit = this.maxCatchUp): number {
    const due = Math.floor(this.#backlogMs / this.stepMs + ROUNDING);
    const ticks = Math.max(0, Math.min(due, this.#budget, Math.floor(limit)));
    this.#backlogMs -= ticks * this.stepMs;
    this.#budget -= ticks;
    return ticks;
  }

  /** The remaining due time, in ticks. After all due ticks have been taken, it is usually a fraction of one tick. */
  get due(): number {
    return this.#backlogMs / this.stepMs;
  }

  /**
   * Discards the backlog. Call this method after a pause, or after the tab was hidden. Time then starts again with the
   * next frame.
   */
  reset(): void {
    this.#last = undefined;
    this.#fresh = true;
    this.#backlogMs = 0;
    this.#budget = 0;
  }
}
