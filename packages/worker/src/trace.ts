import type { InnerWorld } from '@skein/core/internal';

import { traceOf, type WorkerTime, workerTime } from '@skein/core/internal';
import type { RunReport } from './api.ts';

/**
 * Collects what the workers recorded in each tick of a run: hashes and durations. Shared memory keeps only the latest
 * ticks, so `take` must be called after every segment.
 */
export class Trace {
  readonly #world: InnerWorld;
  readonly #fromTick: number;
  readonly #hashes: string[] | undefined;
  readonly #tickMs: Float32Array[] = [];
  readonly #workerTimes: WorkerTime[] = [];
  #toTick: number;

  constructor(world: InnerWorld, hash: boolean) {
    this.#world = world;
    this.#fromTick = world.tick;
    this.#toTick = world.tick;
    this.#hashes = hash ? [] : undefined;
  }

  /** The last tick of which the records were taken. */
  get toTick(): number {
    return this.#toTick;
  }

  /**
   * Takes the records of the ticks since the last call. There are none while the workers repeat what a lost card has done. `workers` is the number of workers that stepped these ticks.
   * `hashers` is the number of workers that have hashed the present state, or 0.
   */
  take(workers: number, hashers: number): void {
    if (this.#world.tick > this.#toTick) {
      const { hashes, tickMs } = traceOf(this.#world, this.#toTick, this.#world.tick, hashers);
      // One by one, because spreading thousands of arguments can overflow the stack.
      for (const hash of hashes) this.#hashes?.push(hash);
      this.#tickMs.push(tickMs);
      this.#toTick = this.#world.tick;
    }
    for (let worker = 0; worker < workers; worker++) {
      const { workMs, waitMs } = workerTime(this.#world, worker).run;
      const before = this.#workerTimes[worker] ?? { workMs: 0, waitMs: 0 };
      this.#workerTimes[worker] = {
        workMs: before.workMs + workMs,
        waitMs: before.waitMs + waitMs,
      };
    }
  }

  report(aborted: boolean): RunReport {
    const ticks = this.#toTick - this.#fromTick;
    const tickMs = new Float32Array(ticks);
    let at = 0;
    for (const chunk of this.#tickMs) {
      tickMs.set(chunk, at);
      at += chunk.length;
    }
    return {
      fromTick: this.#fromTick,
      toTick: this.#toTick,
      ticks,
      aborted,
      ...(this.#hashes && { hashes: this.#hashes }),
      tickMs,
      workerTimes: this.#workerTimes,
    };
  }
}
