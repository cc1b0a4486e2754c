import type { World } from '@skein/core';
import { type InnerWorld, innerOf, sliceOf } from '@skein/core/internal';
import { birthColumns, birthsSince, visibleBirths } from '@skein/core/read';
import { type Stretch, stretchesOf } from './ring.ts';

/**
 * Tracks which slots of the world's ring of births may still be visible, and which were written since the last upload.
 *
 * The births themselves are not copied. A slot is overwritten only after all other slots were written. While threads
 * run, they write only slots after the newest birth, so reading the other slots is safe.
 *
 * If the ring is too small for two runs, some births may be overwritten while they are read. Such births are uploaded
 * again with the next state.
 */
export class Births {
  /** The number of slots of the ring; 0 if no particles are ever born. */
  readonly capacity: number;
  /** For each slot of the ring: the thread that stepped the agent from which the particle was born. */
  readonly threads: Uint8Array;
  /** The slot of the oldest birth that may still be visible. */
  first = 0;
  /**
   * The number of births that may still be visible. They start at slot `first`, and continue at slot 0 after the last
   * slot.
   */
  count = 0;
  #tick = -1;
  #end = 0;
  #kept = 0;
  #fresh = 0;

  constructor(world: World) {
    this.capacity = birthColumns(world).capacity;
    this.threads = new Uint8Array(this.capacity);
  }

  /** Reads which births were added since the last call. Call it only while no run is in progress. */
  copyFrom(world: World): void {
    if (this.capacity === 0) return;
    const fresh = birthsSince(world, this.#tick);
    this.#tick = world.tick;
    this.#noteThreads(innerOf(world), fresh.first, fresh.count);
    this.#end = (fresh.first + fresh.count) % this.capacity;
    this.#kept = Math.min(this.capacity, this.#kept + fresh.count);
    this.#fresh = Math.min(this.capacity, this.#fresh + fresh.count);
    ({ first: this.first, count: this.count } = visibleBirths(world));
  }

  /**
   * Notes which thread each fresh birth belongs to. In each tick, the births of the first thread come first. Only the
   * births of the last tick are still counted by thread. The births of earlier ticks are divided in the same ratio,
   * because slices change slowly.
   */
  #noteThreads(world: InnerWorld, first: number, count: number): void {
    const { bornTick } = world.particles;
    const ends: number[] = [];
    // The counts after those of the last thread are from a time when there were more threads.
    for (let thread = 0, end = 0; end < world.plan.agents; thread++) {
      [, end] = sliceOf(world, thread);
      ends.push((ends.at(-1) ?? 0) + world.scratch.birthCount[thread]);
    }
    const all = ends.at(-1) ?? 0;
    const slot = (n: number) => (first + n) % this.capacity;
    for (let begin = 0, end = 0; begin < count; begin = end) {
      while (end < count && bornTick[slot(end)] === bornTick[slot(begin)]) end += 1;
      let thread = 0;
      for (let n = begin; n < end; n++) {
        const place = ((n - begin + 0.5) * all) / (end - begin);
        while (thread < ends.length - 1 && place > ends[thread]!) thread += 1;
        this.threads[slot(n)] = thread;
      }
    }
  }

  /** Marks all births in the ring as not uploaded. Called when the uploaded births were lost. */
  renew(): void {
    this.#fresh = this.#kept;
  }

  /**
   * The slots that were written since the last call, as at most two stretches. There are two if the writing continued
   * from the last slot to slot 0.
   */
  takeFresh(): Stretch[] {
    const count = this.#fresh;
    this.#fresh = 0;
    return stretchesOf(this.capacity, (this.#end + this.capacity - count) % this.capacity, count);
  }
}
