/** Default of the ticks that one frame may catch up at most. What is missed beyond them is dropped. */
export const MAX_CATCH_UP = 4;

/** A frame this near to a whole number of ticks counts as exactly that many. */
const SNAP = 0.02;

/** By this share of a step the sum of whole steps may miss a whole number. */
const ROUNDING = 1e-6;

/** After a longer time the page was hidden or stood still, which no thread could have made up for, ms. */
const LONGEST_FRAME_MS = 1000;

/**
 * Turns frame times into due ticks of one fixed length.
 *
 * Snapping: a display at 59.94 Hz against ticks at 60 Hz would skip or double a tick every few
 * seconds, which the eye sees as a hitch. Such a frame counts as exactly one tick; the world then
 * runs up to 2 % off the wall clock, which is not seen.
 */
export class FixedStep {
  readonly stepMs: number;
  /** Ticks that one frame may catch up at most. */
  readonly maxCatchUp: number;
  /** What was dropped beyond `maxCatchUp`, ms of ticks; but for the first frame, those after a reset and long ones. */
  droppedMs = 0;
  #last: number | undefined;
  /** Whether no time has passed since the begin, or a reset. */
  #fresh = true;
  #backlogMs = 0;
  #budget = 0;

  /** `dt`: the length of a tick, s. */
  constructor(dt: number, maxCatchUp = MAX_CATCH_UP) {
    this.stepMs = dt * 1000;
    this.maxCatchUp = maxCatchUp;
  }

  /** A frame begins at `nowMs`: its time becomes due, `speed` times, at most `maxCatchUp` ticks of it. */
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

  /** Takes the ticks that are due now, at most `limit`; they are then no longer due. */
  take(limit = this.maxCatchUp): number {
    const due = Math.floor(this.#backlogMs / this.stepMs + ROUNDING);
    const ticks = Math.max(0, Math.min(due, this.#budget, Math.floor(limit)));
    this.#backlogMs -= ticks * this.stepMs;
    this.#budget -= ticks;
    return ticks;
  }

  /** Steps that are due beyond the ticks that were taken; a share of one most of the time. */
  get due(): number {
    return this.#backlogMs / this.stepMs;
  }

  /** Forgets what is due: after a pause or a hidden tab, time begins again with the next frame. */
  reset(): void {
    this.#last = undefined;
    this.#fresh = true;
    this.#backlogMs = 0;
    this.#budget = 0;
  }
}
