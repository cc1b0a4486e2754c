/** Time between two looks at the workers' beats, ms. */
export const CHECK_MS = 50;

/**
 * How many times the patience a worker is waited for that is given no time by its host: after that
 * another thread may have better luck.
 */
const STARVING_FACTOR = 80;

/** The host tells the time of a thread in such steps, ms. */
const GRAIN_MS = 20;

/** What a host reports of one of its threads. */
export interface ThreadUsage {
  /** The time it has had on a core since it began, ms. */
  readonly cpuMs: number;
  /** Whether it could continue now, and only waits for a core, or for its memory. */
  readonly runnable: boolean;
}

interface Seen {
  beat: number;
  /** Looks without a new beat. */
  stillLooks: number;
  /** How many of them count: as far as the worker had time to give a sign. */
  silence: number;
  /** The time on a core that is counted already, ms; maybe that of an earlier look. */
  cpuMs: number | undefined;
}

/**
 * Finds workers that give no sign of life.
 *
 * It counts looks, not time: a look proves that the supervising thread was awake, while time also passes
 * when the machine sleeps, the tab is frozen or the page is busy. So a sleep of any length is no false
 * death.
 *
 * On a busy machine a look proves little. The supervising thread sleeps most of the time, and is the
 * first to get a core when it wakes; a worker that calculates is the one that waits for its turn. So
 * where the host tells how much time a thread was given, a look counts as far as the worker had that
 * time. Where it does not, a worker may be taken for dead that lives: that costs its tick and no more,
 * and the next has twice the time, see patience.ts.
 */
export class Watchdog {
  readonly #beatOf: (worker: number) => number;
  readonly #usageOf: (worker: number) => ThreadUsage | undefined;
  readonly #seen: Seen[];

  /**
   * `beatOf` reads a worker's beat; `usageOf` tells what its thread was given, which is asked for only
   * while one of them is silent.
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
   * To be called every CHECK_MS. Returns the first of the `open` workers that is taken for dead, as it
   * was silent for `stallMs`.
   */
  look(open: Iterable<number>, stallMs: number): number | undefined {
    const limit = Math.ceil(stallMs / CHECK_MS);
    const workers = [...open];
    const silent = workers.filter((worker) => this.#isSilent(worker));
    const given = new Map(
      // To ask costs some 20 microseconds a thread: not while all is well.
      silent.length === 0 ? [] : workers.map((worker) => [worker, this.#givenTo(worker)]),
    );
    const starving = [...given.values()].some((share) => share !== undefined && share < 1 / 2);
    let dead: number | undefined;
    for (const worker of silent) {
      const seen = this.#seen[worker];
      seen.stillLooks++;
      // One that sleeps may wait for what one that starves holds: a lock of the engine.
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
   * What share of the time since the last look a worker was given that could continue, 0 to 1; undefined for
   * one that sleeps, and where the host tells nothing.
   */
  #givenTo(worker: number): number | undefined {
    const seen = this.#seen[worker];
    const before = seen.cpuMs;
    const usage = this.#usageOf(worker);
    seen.cpuMs = usage?.cpuMs;
    if (usage === undefined || !usage.runnable) return undefined;
    if (before === undefined) return 1;
    const share = Math.min((usage.cpuMs - before) / CHECK_MS, 1);
    // What the steps of the host's clock put into the next look is not lost; what it had in a longer time
    // without a look is.
    seen.cpuMs = Math.max(before + share * CHECK_MS, usage.cpuMs - GRAIN_MS);
    return share;
  }
}
