import type { SpeciesPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Where the agents stand, in front, that are born in this step, in the order of their births: first those of the species
 * that are dead for longest, then, where it recycles, those that live for longest. `stageOffspring`, `launch` and
 * `settle` ask for the same births in the same order, so that each worker knows all places by itself.
 */
export class Births {
  readonly #world: SharedWorld;
  /** By species: births so far. */
  readonly #taken: Uint32Array;
  /** By species: the living, the oldest first; made when there are no dead left. */
  readonly #oldest: (Oldest | undefined)[] = [];

  constructor(world: SharedWorld) {
    this.#world = world;
    this.#taken = new Uint32Array(world.plan.species.length);
  }

  /** Whether some of the next `count` agents of a species take the place of one that lives. */
  takesLiving(species: number, count: number): boolean {
    const { front, plan } = this.#world;
    const dead = plan.grid.cells + species;
    const free = front.cellStart[dead + 1] - front.cellStart[dead] - this.#taken[species];
    return plan.species[species].recycles && count > free;
  }

  /**
   * Takes the places of the next `count` agents of a species at once.
   *
   * @returns how many there is room for, and how many of these take the place of one that lives
   */
  take(species: number, count: number): { readonly born: number; readonly recycled: number } {
    const { front, plan } = this.#world;
    const dead = plan.grid.cells + species;
    const free = front.cellStart[dead + 1] - front.cellStart[dead] - this.#taken[species];
    const easy = Math.min(count, free);
    this.#taken[species] += easy;
    let recycled = 0;
    while (easy + recycled < count && this.next(species) >= 0) recycled++;
    return { born: easy + recycled, recycled };
  }

  /** The place of the next agent of a species that is born; -1 where there is no room for it. */
  next(species: number): number {
    const { front, plan } = this.#world;
    const dead = plan.grid.cells + species;
    const end = front.cellStart[dead + 1];
    const place = end - 1 - this.#taken[species];
    if (place >= front.cellStart[dead]) {
      this.#taken[species]++;
      return place;
    }
    const one = plan.species[species];
    if (!one.recycles) return -1;
    this.#oldest[species] ??= new Oldest(this.#world, one);
    return this.#oldest[species].next();
  }
}

/** The agents of a species that live, or are quarantined, by birth and then by index: a heap. */
class Oldest {
  readonly #world: SharedWorld;
  readonly #heap: Uint32Array;
  #size = 0;

  constructor(world: SharedWorld, { first, count }: SpeciesPlan) {
    this.#world = world;
    const { status, slot } = world.front;
    this.#heap = new Uint32Array(count);
    for (let index = first; index < first + count; index++) {
      if (status[slot[index]] !== STATUS.dead) this.#heap[this.#size++] = index;
    }
    for (let at = (this.#size >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  /** The place of the oldest that is left, or -1. */
  next(): number {
    if (this.#size === 0) return -1;
    const heap = this.#heap;
    const [index] = heap;
    heap[0] = heap[--this.#size];
    this.#sink(0);
    return this.#world.front.slot[index];
  }

  #sink(at: number): void {
    const heap = this.#heap;
    const index = heap[at];
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isBefore(heap[child + 1], heap[child])) child++;
      if (!this.#isBefore(heap[child], index)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = index;
  }

  #isBefore(a: number, b: number): boolean {
    const { birth, slot } = this.#world.front;
    const [first, second] = [birth[slot[a]], birth[slot[b]]];
    return first < second || (first === second && a < b);
  }
}
