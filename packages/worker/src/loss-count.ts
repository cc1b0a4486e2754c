/** The minimum time between two losses that count as unrelated, in ms. */
const APART_MS = 10_000;

/**
 * Counts losses of workers, to decide when a team should continue with fewer workers. Losses within 10 s, or in the
 * same tick, are counted together. The tick matters because a tick can take longer than 10 s, if silent workers are
 * given much time.
 */
export class LossCount {
  readonly #most: number;
  #losses: readonly { readonly timeMs: number; readonly tick: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a loss. Returns true if the limit is reached; the count then starts again at 0. */
  add(timeMs: number, tick: number): boolean {
    const recent = this.#losses.filter(
      (loss) => loss.tick === tick || timeMs - loss.timeMs < APART_MS,
    );
    const tooMany = recent.length + 1 >= this.#most;
    this.#losses = tooMany ? [] : [...recent, { timeMs, tick }];
    return tooMany;
  }
}
