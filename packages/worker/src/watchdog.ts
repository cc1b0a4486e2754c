/** Time between two looks at the workers' beats, ms. */
export const CHECK_MS = 50;

/**
 * A worker that gets no time from its host is waited for at most this many times the patience. After that another
 * thread may have better luck.
 */
const STARVING_FACTOR = 80;

/** The host reports the time of a thread in steps of this size, ms. */
const GRAIN_MS = 20;

/** What a host reports about one of its threads. */
export interface ThreadUsage {
  /** The time on a core since it began, ms. */
  readonly cpuMs: number;
  /** Whether it could continue now, and only waits for a core or for its memory. */
  readonly runnable: boolean;
}

interface Seen {
  beat: number;
  /** Number of looks without a new beat. */
  stillLooks: number;
  /** How many of them count, weighted by the time that the worker had to give a sign. */
  silence: number;
  /** The time on a core that is already counted, ms. It can be that of an earlier look. */
  cpuMs: number | undefined;
}

/**
 * Finds workers that give no sign of life.
 *
 * It counts looks, not time. A look proves that the supervising thread was awake, while time also passes when the
 * machine sleeps, the tab is frozen or the page is busy. So a sleep of any length causes no false death.
 *
 * On a busy machine a look proves little. The supervising thread sleeps most of the time, and is the first to get a
 * core when it wakes, while a worker that computes has to wait for its turn. So if the host reports how much time a
 * thread got, a look counts in proportion to that time. If it does not, a living worker may count as dead. This costs
 * only its tick, and the next worker has twice the time, see patience.ts.
 */
export class Watchdog {
  readonly #beatOf: (worker: number) => number;
  readonly #usageOf: (worker: number) => ThreadUsage | undefined;
  readonly #seen: Seen[];

  /**
   * @param beatOf reads the beat of a worker
   * @param usageOf reads the time that its thread got; called only while a worker is silent
   */
  constructor(
    workers: number,
    beatOf: (worker: number) => number,
    usageOf: (worker: number) => ThreadUsage | undefined,
  ) {
    this.#beatOf = beatOf;
    this.#usageOf = usageOf;
    this.#seen = Array.from({ length: workers }, (_, worker) => ({
      beat: beatOf(worker),
      stillLooks: 0,
      silence: 0,
      cpuMs: undefined,
    }));
  }

  /**
   * Must be called every CHECK_MS. Returns the first of the `open` workers that counts as dead, because it was silent
   * for `stallMs`.
   */
  look(open: Iterable<number>, stallMs: number): number | undefined {
    const limit = Math.ceil(stallMs / CHECK_MS);
    const workers = [...open];
    const silent = workers.filter((worker) => this.#isSilent(worker));
    const given = new Map(
      // Reading it costs about 20 microseconds per thread, so not while all is well.
      silent.length === 0 ? [] : workers.map((worker) => [worker, this.#givenTo(worker)]),
    );
    const starving = [...given.values()].some((share) => share !== undefined && share < 1 / 2);
    let dead: number | undefined;
    for (const worker of silent) {
      const seen = this.#seen[worker];
      seen.stillLooks++;
      // A sleeping worker may wait for something that a starving one holds, such as a lock of the engine.
      seen.silence += given.get(worker) ?? (starving ? 0 : 1);
      const tooLong = seen.silence >= limit || seen.stillLooks >= STARVING_FACTOR * limit;
      if (tooLong) dead ??= worker;
    }
    return dead;
  }

  /** Whether a worker has given no sign since the last look. */
  #isSilent(worker: number): boolean {
    const seen = this.#seen[worker];
    const beat = this.#beatOf(worker);
    if (beat === seen.beat) return true;
    Object.assign(seen, { beat, stillLooks: 0, silence: 0 });
    return false;
  }

  /**
   * The fraction of the time since the last look that a worker got, if it could continue, from 0 to 1. Undefined for a
   * sleeping worker, and if the host tells nothing.
   */
  #givenTo(worker: number): number | undefined {
    const seen = this.#seen[worker];
    const before = seen.cpuMs;
    const usage = this.#usageOf(worker);
    seen.cpuMs = usage?.cpuMs;
    if (usage === undefined || !usage.runnable) return undefined;
    if (before === undefined) return 1;
    const share = Math.min((usage.cpuMs - before) / CHECK_MS, 1);
    // Time that the host's coarse clock shifts into the next look is not lost. Time from a longer period without a look
    // is.
    seen.cpuMs = Math.max(before + share * CHECK_MS, usage.cpuMs - GRAIN_MS);
    return share;
  }
}
