/** The default of the maximum number of ticks that one frame catches up. Time beyond that is dropped. */
export const MAX_CATCH_UP = 4;

/**
 * If the time of a frame is within this fraction of a tick of a whole number of ticks, it counts as exactly that
 * number.
 */
const SNAP = 0.02;

/** The sum of whole ticks may miss a whole number by this fraction of a tick. */
const ROUNDING = 1e-6;

/** A frame longer than this, in ms, means that the page was hidden or frozen. Such a gap is not caught up. */
const LONGEST_FRAME_MS = 1000;

/**
 * Converts the times of frames to a number of due ticks of fixed length.
 *
 * Frame times snap to whole ticks. Without that, a display at 59.94 Hz and ticks at 60 Hz would skip or repeat a tick
 * every few seconds, a visible hitch. With it, the world may run up to 2 % faster or slower than real time, which is
 * not visible.
 */
export class FixedStep {
  readonly stepMs: number;
  /** The maximum number of ticks that one frame catches up. */
  readonly maxCatchUp: number;
  /**
   * The time dropped beyond `maxCatchUp`, in ms of simulated time. It does not count the first frame, frames after a
   * reset, and very long frames.
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

  /** Begins a frame at `nowMs`. The time since the last frame, times `speed`, becomes due, up to `maxCatchUp` ticks. */
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

  /** Returns the number of ticks that are due now, at most `limit`, and removes them from the due time. */
  take(limit = this.maxCatchUp): number {
    const due = Math.floor(this.#backlogMs / this.stepMs + ROUNDING);
    const ticks = Math.max(0, Math.min(due, this.#budget, Math.floor(limit)));
    this.#backlogMs -= ticks * this.stepMs;
    this.#budget -= ticks;
    return ticks;
  }

  /** The due time that no tick has been taken for, in ticks; usually a fraction of one. */
  get due(): number {
    return this.#backlogMs / this.stepMs;
  }

  /** Discards the due time. After a pause or a hidden tab, time starts again with the next frame. */
  reset(): void {
    this.#last = undefined;
    this.#fresh = true;
    this.#backlogMs = 0;
    this.#budget = 0;
  }
}
