import type { World } from '@skein/core';
import { birthsSince, innerOf, livingParticles } from '@skein/core/supervise';
import { type Stretch, stretchesOf } from './ring.ts';

/**
 * Tracks which slots of the world's ring of births may still be visible, and which were written since the last upload.
 *
 * The births themselves are not copied: a slot is written once, and overwritten only after a full round. Running
 * threads write behind the newest birth, so reading the others is safe, unless the ring is too small for two runs. In
 * that case, births that were overwritten while they were read are uploaded again with the next state.
 */
export class Births {
  /** The number of slots of the ring; 0 if no particles are ever born. */
  readonly capacity: number;
  /** The slot of the oldest birth that may be visible. */
  first = 0;
  /** The number of births that may be visible, starting at `first` and wrapping at the capacity. */
  count = 0;
  #tick = -1;
  #end = 0;
  #kept = 0;
  #fresh = 0;

  constructor(world: World) {
    this.capacity = innerOf(world).plan.particles;
  }

  /** Reads the births since the last call. Only between runs. */
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

  /** Marks all births in the ring as not uploaded, after the uploaded ones were lost. */
  renew(): void {
    this.#fresh = this.#kept;
  }

  /** The stretches written since the last call: none, one, or two if the ring wraps. */
  takeFresh(): Stretch[] {
    const count = this.#fresh;
    this.#fresh = 0;
    return stretchesOf(this.capacity, (this.#end + this.capacity - count) % this.capacity, count);
  }
}
