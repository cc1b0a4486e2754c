import type { World } from '@skein/core';
import { birthsSince, innerOf, livingParticles } from '@skein/core/supervise';
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
    this.capacity = innerOf(world).plan.particles;
  }

  /** Reads which births were added since the last call. Call it only while no run is in progress. */
  copyFrom(world: World): void {
    if (this.capacity === 0) return;
    const fresh = birthsSince(innerOf(world), this.#tick);
    this.#tick = world.tick;
    this.#end = (fresh.first + fresh.count) % this.capacity;
    this.#kept = Math.min(this.capacity, this.#kept + fresh.count);
    this.#fresh = Math.min(this.capacity, this.#fresh + fresh.count);
    const living = livingParticles(innerOf(world));
    this.first = living.first;
    this.count = living.count;
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
