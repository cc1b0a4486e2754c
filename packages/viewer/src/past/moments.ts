import type { World } from '@skein/core';
import { keepMoment, type Moment } from '@skein/core/supervise';

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
 * they are kept further apart, about as far everywhere: no tick is much further to go to than another.
 */
export class Moments {
  readonly #maxBytes: number;
  #kept: KeptMoment[] = [];
  #bytes = 0;

  /** `maxBytes`: what they may take together. */
  constructor(maxBytes: number) {
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
    while (this.#bytes > this.#maxBytes) this.#thinOut();
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

  /** Drops the moment that leaves the smallest gap; of several the oldest. The last one stays. */
  #thinOut(): void {
    const ticks = [0, ...this.#kept.map(({ moment }) => moment.tick)];
    const gaps = this.#kept.slice(0, -1).map((_, k) => ticks[k + 2] - ticks[k]);
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
