/** Losses that are further apart than this count as unrelated, ms. */
const APART_MS = 10_000;

/**
 * Counts losses of workers, to decide when a team should continue with fewer. This is the case after a number of losses
 * within 10 s, or in the same tick, which can take longer if silent workers are given much time.
 */
export class LossCount {
  readonly #most: number;
  #losses: readonly { readonly timeMs: number; readonly tick: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a loss. Returns true if it is one too many; the count then starts again. */
  add(timeMs: number, tick: number): boolean {
    const recent = this.#losses.filter(
      (loss) => loss.tick === tick || timeMs - loss.timeMs < APART_MS,
    );
    const tooMany = recent.length + 1 >= this.#most;
    this.#losses = tooMany ? [] : [...recent, { timeMs, tick }];
    return tooMany;
  }
}
