/** What is known about the speed of a run. */
export interface Pace {
  /** The mean time of a tick, in ms; 0 while it is unknown. */
  readonly tickMs: number;
  /** How long the step in progress has taken so far, in ms. */
  readonly busyMs: number;
  /** The simulated time of a tick, in ms. */
  readonly dtMs: number;
  /** Whether the run should keep up with the clock: it is neither paused nor on its way to another tick. */
  readonly isRunning: boolean;
}

/** A tick that takes longer than this is slow, in ms. */
const LONG_TICK_MS = 1000;
/** A run with less than this share of real time is slow. */
const LEAST_SHARE = 0.1;
/** How long a run must be slow, or be busy with one step, in ms. The first tick of a large world takes about a second. */
const PATIENCE_MS = 3000;

/** Decides whether a run is too slow to watch. */
export class SlowWatch {
  /** Since when the run has been slow, in ms; undefined if it is not slow. */
  #since: number | undefined;

  /** Returns whether the run is too slow. Call it regularly, with the current time `nowMs`. */
  isSlow({ tickMs, busyMs, dtMs, isRunning }: Pace, nowMs: number): boolean {
    const isSlow = tickMs > Math.min(LONG_TICK_MS, dtMs / LEAST_SHARE);
    if (!isRunning) this.#since = undefined;
    else if (!isSlow) this.#since = undefined;
    else this.#since ??= nowMs;
    if (!isRunning) return false;
    return (
      busyMs > PATIENCE_MS || (this.#since !== undefined && nowMs - this.#since >= PATIENCE_MS)
    );
  }
}
