import type { World } from '@skein/core';
import { keepMoment, type Moment } from '@skein/core/supervise';

/** What moments may take together, bytes: a sixteenth of the memory of a small machine. */
const MAX_BYTES = 256 * 2 ** 20;
/** Stepping from one moment to the next takes about so long, ms. */
const APART_MS = 150;
/** A scene that is quick has them no further apart, ticks. */
const MAX_APART = 600;

/** A moment of a run, and what the page counts of the run until then. */
export interface KeptMoment {
  readonly moment: Moment;
  readonly hits: number;
  readonly orbits: number;
}

/**
 * Moments of a run, from which it can be taken back and ahead: as dense as its ticks are slow. Where memory is short,
 * those long past are kept further apart.
 */
export class Moments {
  readonly #maxBytes: number;
  #kept: KeptMoment[] = [];
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps where the world stands, unless a moment shortly before is kept. Only between runs. */
  keep(world: World, tickMs: number, counts: Pick<KeptMoment, 'hits' | 'orbits'>): void {
    const { tick } = world;
    const apart = Math.min(MAX_APART, Math.max(1, Math.ceil(APART_MS / Math.max(tickMs, 1e-3))));
    const before = this.before(tick);
    if (tick - (before?.moment.tick ?? 0) < apart) return;
    const moment = tryToKeep(world);
    // What took its memory may take that of the run, too.
    if (moment === undefined || moment.bytes > this.#maxBytes) return;
    this.#kept.splice(before === undefined ? 0 : this.#kept.indexOf(before) + 1, 0, {
      moment,
      hits: counts.hits,
      orbits: counts.orbits,
    });
    this.#bytes += moment.bytes;
    while (this.#bytes > this.#maxBytes) this.#thinOut(tick);
  }

  /** The last moment at or before a tick. */
  before(tick: number): KeptMoment | undefined {
    return this.#kept.filter(({ moment }) => moment.tick <= tick).at(-1);
  }

  /** From this tick on the run is another one than before. */
  forgetAfter(tick: number): void {
    this.#kept = this.#kept.filter(({ moment }) => moment.tick <= tick);
    this.#bytes = this.#kept.reduce((sum, { moment }) => sum + moment.bytes, 0);
  }

  /** Drops the moment that leaves the smallest gap for how long ago it is. */
  #thinOut(now: number): void {
    const ticks = [0, ...this.#kept.map(({ moment }) => moment.tick), now + 1];
    const gaps = this.#kept.map((_, k) => (ticks[k + 2] - ticks[k]) / (now + 1 - ticks[k + 1]));
    const least = gaps.indexOf(Math.min(...gaps));
    const [{ moment }] = this.#kept.splice(least, 1);
    this.#bytes -= moment.bytes;
  }
}

function tryToKeep(world: World): Moment | undefined {
  try {
    return keepMoment(world);
  } catch {
    // Without room a run is taken back from further away.
    return undefined;
  }
}
