/** A tick that was silent so often is not tried again, unless a test says otherwise. */
export const MAX_SILENCES = 7;

/** So long all must be well until patience halves again, ms. */
const CALM_MS = 10_000;

/**
 * How long a team bears the silence of a worker. One that is slow cannot be distinguished from one that hangs,
 * so patience doubles with each that is taken for dead. What is only slow gets done at the next
 * try or a later one, and only what really hangs is silent in all of them. The last try has 64 times the
 * patience of the first, and all together take 127 times as long as it does. Where earlier ticks were silent,
 * and there was no calm since, the first try has more, up to 64 times as well, and all take up to 448 times.
 */
export class Patience {
  readonly #stallMs: number;
  readonly #mostSilences: number;
  #doublings = 0;
  #silences = 0;
  /** The tick that was silent last, until it is done. */
  #tick: number | undefined;
  /** Whether it was silent while it was stepped, and not only at a side task. */
  #stepping = false;
  /** From when all is well. */
  #calmFromMs = 0;

  constructor(stallMs: number, mostSilences = MAX_SILENCES) {
    this.#stallMs = stallMs;
    this.#mostSilences = mostSilences;
  }

  /** How long a worker may be silent now, that is at work at `tick`, ms. */
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
   * A worker was silent for too long at `tick`, when it stepped or at a side task. False when that tick is
   * not worth another try.
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
   * Workers have stepped, or done a side task. A side task does not get a silent tick done: else a tick that
   * hangs would be tried forever where somebody asks for particles between its tries.
   */
  passed(timeMs: number, stepping = true): void {
    if (this.#tick === undefined || (this.#stepping && !stepping)) return;
    this.#tick = undefined;
    this.#stepping = false;
    this.#silences = 0;
    this.#calmFromMs = timeMs;
  }
}
