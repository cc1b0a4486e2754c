/** Losses further apart than this have nothing to do with each other, ms. */
const APART_MS = 10_000;

/**
 * Counts losses of workers, to tell when a team shall continue with fewer: after so many within 10 s, or in
 * one and the same tick, which may take longer where the patience with silent workers is great.
 */
export class LossCount {
  readonly #most: number;
  #losses: readonly { readonly timeMs: number; readonly tick: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** A worker was lost; true when it is one too many, and then counting begins again. */
  add(timeMs: number, tick: number): boolean {
    const recent = this.#losses.filter(
      (loss) => loss.tick === tick || timeMs - loss.timeMs < APART_MS,
    );
    const tooMany = recent.length + 1 >= this.#most;
    this.#losses = tooMany ? [] : [...recent, { timeMs, tick }];
    return tooMany;
  }
}
