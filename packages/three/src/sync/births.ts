import type { World } from '@skein/core';
import { birthsSince, innerOf, livingParticles } from '@skein/core/supervise';
import { type Stretch, stretchesOf } from './ring.ts';

/**
 * Which places of the world's ring of births hold particles that may be seen, and which were written
 * since somebody last took them.
 *
 * The births themselves are not copied: a place is written once, and again only when its turn comes.
 * Threads that continue write behind the newest, so what was born is read in peace while they run,
 * unless the ring is too small for two runs. Then what was torn is new again with the next state.
 */
export class Births {
  /** Places of the ring; 0 when nothing is ever born. */
  readonly capacity: number;
  /** Place of the oldest that may be seen. */
  first = 0;
  /** Places that may be seen, from `first` on, modulo the capacity. */
  count = 0;
  #tick = -1;
  #end = 0;
  #kept = 0;
  #fresh = 0;

  constructor(world: World) {
    this.capacity = innerOf(world).plan.particles;
  }

  /** Takes over what was born since. Only between runs. */
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

  /** What was taken is lost: all that the ring holds is to be taken again. */
  renew(): void {
    this.#fresh = this.#kept;
  }

  /** The stretches written since the last call: none, one, or two where the ring wrapped. */
  takeFresh(): Stretch[] {
    const count = this.#fresh;
    this.#fresh = 0;
    return stretchesOf(this.capacity, (this.#end + this.capacity - count) % this.capacity, count);
  }
}
