import type { World } from '@skein/core';
import { keepMoment, type Moment } from '@skein/core/supervise';

/** Stepping from one kept moment to the next takes about this long (ms). */
const APART_MS = 150;
/** The maximum distance of kept moments in a fast scene, in ticks. */
const MAX_APART = 600;

/** A moment of a run, with the hits and orbits counted until then. */
export interface KeptMoment {
  readonly moment: Moment;
  readonly hits: number;
  readonly orbits: number;
}

/**
 * Keeps moments of a run to which it can return. The slower the ticks, the closer the moments. If memory is short, they
 * are kept farther apart, but evenly, so every tick stays about equally quick to reach.
 */
export class Moments {
  readonly #maxBytes: number;
  #kept: KeptMoment[] = [];
  #bytes = 0;

  /** `maxBytes`: the maximum memory of all moments together. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Keeps the current state of the world, unless a recent moment is kept. Call it only while no tick is being computed.
   */
  keep(world: World, tickMs: number, counts: Pick<KeptMoment, 'hits' | 'orbits'>): void {
    const { tick } = world;
    const apart = Math.min(MAX_APART, Math.max(1, Math.ceil(APART_MS / Math.max(tickMs, 1e-3))));
    const before = this.before(tick);
    if (tick - (before?.moment.tick ?? 0) < apart) return;
    const moment = tryToKeep(world);
    // If memory is short here, it is also short for the run, so no moment is kept.
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

  /** Drops the moments after a tick, because the run continues differently from there. */
  forgetAfter(tick: number): void {
    this.#kept = this.#kept.filter(({ moment }) => moment.tick <= tick);
    this.#bytes = this.#kept.reduce((sum, { moment }) => sum + moment.bytes, 0);
  }

  /** Drops the moment whose removal leaves the smallest gap; of equal ones the oldest. The last moment always stays. */
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
    // Without memory for this moment, the run has to return from an earlier one.
    return undefined;
  }
}
