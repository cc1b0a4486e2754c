/** Time between two looks at the workers' beats, ms. */
export const CHECK_MS = 50;

/**
 * Finds workers that give no sign of life. It counts looks, not time: a look proves that the
 * supervising thread was awake, while time also passes when the machine sleeps, the tab is frozen
 * or the page is busy. So a sleep of any length is no false death, and a machine with too much to
 * do, where looks are late, gives its workers more time.
 */
export class Watchdog {
  readonly #beatOf: (worker: number) => number;
  readonly #limit: number;
  readonly #seen: { beat: number; stillLooks: number }[];

  /** `beatOf` reads a worker's beat; `stallMs` without a new one, CHECK_MS a look, is death. */
  constructor(workers: number, stallMs: number, beatOf: (worker: number) => number) {
    this.#beatOf = beatOf;
    this.#limit = Math.ceil(stallMs / CHECK_MS);
    this.#seen = Array.from({ length: workers }, (_, worker) => ({
      beat: beatOf(worker),
      stillLooks: 0,
    }));
  }

  /** To be called every CHECK_MS. Returns the first of the `open` workers that is taken for dead. */
  look(open: Iterable<number>): number | undefined {
    let dead: number | undefined;
    for (const worker of open) {
      const seen = this.#seen[worker];
      const beat = this.#beatOf(worker);
      seen.stillLooks = beat === seen.beat ? seen.stillLooks + 1 : 0;
      seen.beat = beat;
      if (seen.stillLooks >= this.#limit) dead ??= worker;
    }
    return dead;
  }
}
