/** If workers fall silent this many times in a tick, the team gives up on the tick. Tests may set another number. */
export const MAX_SILENCES = 7;

/** After each period of this length in which no worker is silent, the patience halves. The length is in ms. */
const CALM_MS = 10_000;

/**
 * Decides how long a team waits for a silent worker. A slow worker cannot be distinguished from a worker that hangs. So
 * the patience doubles with each worker that counts as dead, and the work is tried again. Slow work is finished in a
 * later try. Only a worker that really hangs is silent in all tries.
 *
 * With seven tries, the patience is at most 64 times `stallMs`, and is not doubled beyond that. The first try usually
 * waits `stallMs`. In this case, the last try waits 64 times `stallMs`, and all seven tries together wait 127 times
 * `stallMs`. If workers were silent in earlier ticks, without a calm time since, the first try may wait longer. At
 * worst, each of the seven tries waits 64 times `stallMs`, and all tries together wait 448 times `stallMs`.
 */
export class Patience {
  readonly #stallMs: number;
  readonly #mostSilences: number;
  #doublings = 0;
  #silences = 0;
  /** The latest tick in which a worker fell silent; undefined once that tick is done. */
  #tick: number | undefined;
  /** Whether a worker fell silent while stepping `#tick`, and not only in a side task. */
  #stepping = false;
  /** The start of the present calm time (ms). No worker has been silent since then. */
  #calmFromMs = 0;

  constructor(stallMs: number, mostSilences = MAX_SILENCES) {
    this.#stallMs = stallMs;
    this.#mostSilences = mostSilences;
  }

  /** Returns the present patience: how long a worker may be silent, in ms. `tick` is the present tick. */
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
   * Doubles the patience. Must be called when a worker was silent for too long at `tick`. `stepping` is false if the
   * worker was in a side task. Returns false if the tick should not be tried again.
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
   * Must be called when workers have stepped the world, or have finished a side task. If a worker was silent while it
   * stepped a tick, a finished side task does not count as success. Otherwise, a host that requests side tasks
   * regularly could make the team try a hanging tick again forever.
   */
  passed(timeMs: number, stepping = true): void {
    if (this.#tick === undefined || (this.#stepping && !stepping)) return;
    this.#tick = undefined;
    this.#stepping = false;
    this.#silences = 0;
    this.#calmFromMs = timeMs;
  }
}
