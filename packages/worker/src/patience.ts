/** A tick is not tried again after this many silences, unless a test sets another number. */
export const MAX_SILENCES = 7;

/** Patience halves after each such time without a silence, ms. */
const CALM_MS = 10_000;

/**
 * How long a team waits for a silent worker. A slow worker cannot be distinguished from one that hangs, so patience
 * doubles with each worker that counts as dead. Slow work is then finished at a later try, and only a worker that
 * really hangs is silent in all tries.
 *
 * The last try has 64 times the patience of the first, and all tries together take 127 times as long as the first. If
 * earlier ticks were silent, without a calm time since, the first try already has more, up to 64 times, and all
 * together take up to 448 times.
 */
export class Patience {
  readonly #stallMs: number;
  readonly #mostSilences: number;
  #doublings = 0;
  #silences = 0;
  /** The tick that was silent last, until it is done. */
  #tick: number | undefined;
  /** Whether it was silent while it was stepped, not only in a side task. */
  #stepping = false;
  /** The time from which there was no silence. */
  #calmFromMs = 0;

  constructor(stallMs: number, mostSilences = MAX_SILENCES) {
    this.#stallMs = stallMs;
    this.#mostSilences = mostSilences;
  }

  /** How long a worker that is at work at `tick` may be silent at present, ms. */
  at(timeMs: number, tick: number): number {
    if (this.#tick !== undefined && this.#tick !== tick) this.passed(timeMs);
    if (this.#tick === undefined) {
      const calm = Math.floor(Math.max(timeMs - this.#calmFromMs, 0) / CALM_MS);
      this.#doublings = Math.max(this.#doublings - calm, 0);
      this.#calmFromMs += calm * CALM_MS;
    }
    return this.#stallMs * 2 ** this.#doublings;
  }

  /**
   * Called when a worker was silent for too long at `tick`, while stepping or in a side task. Returns false if the tick
   * is not worth another try.
   */
  double(timeMs: number, tick: number, stepping = true): boolean {
    this.at(timeMs, tick);
    this.#tick = tick;
    this.#stepping ||= stepping;
    this.#silences++;
    this.#doublings = Math.min(this.#doublings + 1, this.#mostSilences - 1);
    return this.#silences < this.#mostSilences;
  }

  /**
   * Called when workers have stepped, or done a side task. A side task does not count as success for a silent tick.
   * Otherwise a tick that hangs would be tried forever, if particles are asked for between its tries.
   */
  passed(timeMs: number, stepping = true): void {
    if (this.#tick === undefined || (this.#stepping && !stepping)) return;
    this.#tick = undefined;
    this.#stepping = false;
    this.#silences = 0;
    this.#calmFromMs = timeMs;
  }
}
