import type { World } from '@skein/core';
import { keepMoment, type Moment } from '@skein/core/internal';

/** The approximate time that the run needs to step from one kept moment to the next, in ms. */
const APART_MS = 150;
/** The maximum number of ticks between two kept moments, for scenes with fast ticks. */
const MAX_APART = 600;

/** A kept state of a run, and the numbers of hits and orbits up to that state. */
export interface KeptMoment {
  readonly moment: Moment;
  readonly hits: number;
  readonly orbits: number;
}

/**
 * Keeps states of a run, called moments, so that the run can return to them. The slower the ticks, the fewer ticks lie
 * between two moments. If the memory is full, moments are removed evenly, so that returning to any tick takes about the
 * same time.
 */
export class Moments {
  readonly #maxBytes: number;
  #kept: KeptMoment[] = [];
  #bytes = 0;

  /** `maxBytes` is the maximum memory of all moments together, in bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Keeps the current state of the world, unless a state from shortly before is already kept. Call it only while no
   * tick is being computed.
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

  /** The last kept moment at or before a tick; undefined when there is none. */
  before(tick: number): KeptMoment | undefined {
    return this.#kept.filter(({ moment }) => moment.tick <= tick).at(-1);
  }

  /** Removes the moments after a tick, because the run continues differently from there. */
  forgetAfter(tick: number): void {
    this.#kept = this.#kept.filter(({ moment }) => moment.tick <= tick);
    this.#bytes = this.#kept.reduce((sum, { moment }) => sum + moment.bytes, 0);
  }

  /**
   * Removes the moment whose removal leaves the smallest gap. If there are several such moments, removes the oldest of
   * them. The latest moment always stays.
   */
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
