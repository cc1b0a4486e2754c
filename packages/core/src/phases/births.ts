import { isSpent } from '../world/ids.ts';
import type { SpeciesPlan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';

/**
 * Finds the places that newborn agents take in this step, in the order of their births. A place is an index in the
 * sorted columns of the front state. First come the places of dead agents of the species, longest dead first. Then come
 * the places that commands of this tick have emptied. If the species recycles, the places of its oldest living agents
 * follow.
 *
 * `stageOffspring`, `launch` and `settle` ask for the same births in the same order. So each worker computes all places
 * by itself.
 */
export class Births {
  readonly #world: SharedWorld;
  /** For each species, the number of places of dead agents that are taken. */
  readonly #taken: Uint32Array;
  /** For each species, the places that commands have emptied and no birth has taken yet, in the order to take them. */
  readonly #emptied: number[][];
  /** For each species, how many of its places in `#emptied` are taken. */
  readonly #refilled: Uint32Array;
  /** For each species, its living agents, oldest first; undefined until a birth needs the place of a living agent. */
  readonly #oldest: (Oldest | undefined)[] = [];
  /** Whether a command of this tick has ended the agent at this place of the front state. */
  readonly #hasEnded: (place: number) => boolean;

  constructor(world: SharedWorld, hasEnded: (place: number) => boolean) {
    this.#world = world;
    this.#hasEnded = hasEnded;
    const { length } = world.plan.species;
    this.#taken = new Uint32Array(length);
    this.#refilled = new Uint32Array(length);
    this.#emptied = Array.from({ length }, () => []);
  }

  /**
   * Adds a place that a command has emptied. The last place of a list is taken first, like the places of dead agents.
   */
  empty(places: Iterable<number>): void {
    const { front, plan } = this.#world;
    for (const place of [...places].sort((a, b) => b - a)) {
      if (!isSpent(plan.ids, front.id[place])) this.#emptied[front.species[place]].push(place);
    }
  }

  /** Whether any of the next `count` newborn agents of a species takes the place of a living agent. */
  takesLiving(species: number, count: number): boolean {
    const free = this.#deadOf(species) + this.#emptyOf(species);
    return this.#world.plan.species[species].recycles && count > free;
  }

  /**
   * Reserves the places for the next `count` newborn agents of a species, all at once.
   *
   * @returns `born`: the number of newborn agents for which there is room; `recycled`: the number of newborn agents
   * that replace a living agent
   */
  take(species: number, count: number): { readonly born: number; readonly recycled: number } {
    const dead = Math.min(count, this.#deadOf(species));
    this.#taken[species] += dead;
    const empty = Math.min(count - dead, this.#emptyOf(species));
    this.#refilled[species] += empty;
    const easy = dead + empty;
    let recycled = 0;
    while (easy + recycled < count && this.next(species) >= 0) recycled++;
    return { born: easy + recycled, recycled };
  }

  /** Reserves and returns a place for the next newborn agent of a species; -1 if there is no room for the agent. */
  next(species: number): number {
    const { front, plan } = this.#world;
    if (this.#deadOf(species) > 0) {
      return front.cellStart[plan.grid.cells + species + 1] - 1 - this.#taken[species]++;
    }
    if (this.#emptyOf(species) > 0) return this.#emptied[species][this.#refilled[species]++];
    const one = plan.species[species];
    if (!one.recycles) return -1;
    this.#oldest[species] ??= new Oldest(this.#world, one);
    const oldest = this.#oldest[species];
    for (;;) {
      const place = oldest.next();
      // A place whose lives are used up can have no further agent.
      if (place < 0 || !(this.#hasEnded(place) || isSpent(plan.ids, front.id[place]))) return place;
    }
  }

  /** The number of dead agents of a species whose places are not taken. */
  #deadOf(species: number): number {
    const { front, plan } = this.#world;
    const dead = plan.grid.cells + species;
    return front.cellStart[dead + 1] - front.cellStart[dead] - this.#taken[species];
  }

  /** The number of places of a species that commands have emptied and that are not taken. */
  #emptyOf(species: number): number {
    return this.#emptied[species].length - this.#refilled[species];
  }
}

/** A heap of the living and the quarantined agents of a species, sorted by time of birth and then by index. */
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

  /** Removes the oldest agent from the heap and returns its place; -1 if the heap is empty. */
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
