/** The time between two looks at the beats (signs of life) of the workers, in ms. */
export const CHECK_MS = 50;

/**
 * A worker that gets no time on a core counts as dead only after `stallMs` times this factor. The thread that replaces
 * the worker may have better luck.
 */
const STARVING_FACTOR = 80;

/** The granularity of the thread times that the host reports, in ms. */
const GRAIN_MS = 20;

/** What a host reports about one of its threads. */
export interface ThreadUsage {
  /** The time that the thread has had on a core since it began, in ms. */
  readonly cpuMs: number;
  /** Whether the thread is running, or waits only for a core or for memory that was paged out. */
  readonly runnable: boolean;
}

interface Seen {
  beat: number;
  /** The number of looks since the last new beat. */
  stillLooks: number;
  /**
   * The sum of the weights of all looks since the last new beat. The weight of a look is a fraction from 0 to 1: the
   * part of the time since the previous look in which the worker could give signs of life.
   */
  silence: number;
  /** The time on a core (ms) that earlier calls of `look` have counted for the worker; undefined if it is unknown. */
  cpuMs: number | undefined;
}

/**
 * Finds workers that give no sign of life.
 *
 * The watchdog counts looks, not time. Time also passes while the machine sleeps, the tab is frozen or the page is
 * busy. A look proves that the supervising thread was awake. So a worker does not count as dead after a sleep, however
 * long the sleep was.
 *
 * On a busy machine, a look proves little. The supervising thread sleeps most of the time, so it is the first to get a
 * core when it wakes. A worker that computes has to wait for a core.
 *
 * If the host reports how long the worker's thread had a core, a look counts in proportion to that time. Without such
 * reports, a living worker may count as dead. The tick is then repeated, and the next worker gets twice the time; see
 * patience.ts.
 */
export class Watchdog {
  readonly #beatOf: (worker: number) => number;
  readonly #usageOf: (worker: number) => ThreadUsage | undefined;
  readonly #seen: Seen[];

  /**
   * @param beatOf reads the beat of a worker
   * @param usageOf reads what the host reports about the thread of a worker; called only while a worker is silent
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
   * Returns the first worker that counts as dead, because it was silent for `stallMs`; undefined if there is none. Must
   * be called every CHECK_MS.
   *
   * @param open the workers that have not finished their parts
   */
  look(open: Iterable<number>, stallMs: number): number | undefined {
    const limit = Math.ceil(stallMs / CHECK_MS);
    const workers = [...open];
    const silent = workers.filter((worker) => this.#isSilent(worker));
    const given = new Map(
      // To read the time costs about 20 microseconds per thread, so it is not read while all is well.
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

  /** Whether a worker has given no sign of life since the last look. */
  #isSilent(worker: number): boolean {
    const seen = this.#seen[worker];
    const beat = this.#beatOf(worker);
    if (beat === seen.beat) return true;
    Object.assign(seen, { beat, stillLooks: 0, silence: 0 });
    return false;
  }

  /**
   * Returns how long the worker had a core since the last look, as a fraction (0 to 1). Returns undefined if the host
   * reports nothing, or if the worker sleeps. A sleeping worker could not use a core.
   */
  #givenTo(worker: number): number | undefined {
    const seen = this.#seen[worker];
    const before = seen.cpuMs;
    const usage = this.#usageOf(worker);
    seen.cpuMs = usage?.cpuMs;
    if (usage === undefined || !usage.runnable) return undefined;
    if (before === undefined) return 1;
    const share = Math.min((usage.cpuMs - before) / CHECK_MS, 1);
    // Time that the host's coarse clock shifts into the next look is kept. Time from a longer period without a look is
    // dropped.
    seen.cpuMs = Math.max(before + share * CHECK_MS, usage.cpuMs - GRAIN_MS);
    return share;
  }
}
