import { LAW_LIMITS } from '../laws/law.ts';
import { WORD } from '../world/layout.ts';
import { decidedIn, ENDS, lifeColumns } from '../world/life.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Kernel } from './kernel.ts';
import { sortByKey } from './sort-by-key.ts';

/**
 * Lists the parents in a slice, sorted by id, and counts their births by species. A parent is an agent to which laws
 * give offspring in this step. An agent that ends in this step still gives birth. An agent that is quarantined in this
 * step gives no birth. The places [begin, end) must be a whole slice.
 *
 * reads front and staged agents, and the decisions of laws; writes `parentPlace`, `parentCount`, `wanted` and
 * `parentOf` of the slice
 */
export const listParents: Kernel = (world, begin, end, worker) => {
  if (!world.plan.births) return;
  const { front, scratch } = world;
  const { parentPlace, parentCount, parentOf, stagedStatus } = scratch;
  const { status, species, id } = front;
  const { words } = lifeColumns(world);
  const children = childrenOf(world);
  const wanted = wantedBy(world, worker);
  wanted.fill(0);
  parentOf.fill(0, begin, end);
  let count = 0;
  for (let i = begin; i < end; i++) {
    const decided = decidedIn(words, i);
    if (decided <= ENDS) continue;
    if (status[i] !== STATUS.alive || stagedStatus[i] === STATUS.quarantined) continue;
    parentPlace[begin + count++] = i;
    let child = LAW_LIMITS.births * species[i];
    for (let births = decided >>> 1; births !== 0; births >>>= 1) {
      wanted[children[child++]] += births & 1;
    }
  }
  sortByKey(parentPlace.subarray(begin, begin + count), (place) => id[place]);
  parentCount[worker] = count;
};

/**
 * For each birth that a law can request, the species of the newborn agent. Birth `k` of a parent has the index
 * LAW_LIMITS.births * (species of the parent) + k.
 */
export function childrenOf({ plan }: SharedWorld): Uint8Array {
  const children = new Uint8Array(LAW_LIMITS.births * plan.species.length);
  plan.species.forEach(({ life }, species) => {
    life?.births.forEach((one, birth) => {
      children[LAW_LIMITS.births * species + birth] = one.species;
    });
  });
  return children;
}

/** For each species, the number of births that laws request in a worker's slice. */
function wantedBy({ plan, scratch }: SharedWorld, worker: number): Uint32Array {
  const first = plan.species.length * worker;
  return scratch.wanted.subarray(first, first + plan.species.length);
}

/** For each species, the number of births that laws request in this step, over all slices. */
export function wantedByAll(world: SharedWorld): Uint32Array {
  const wanted = new Uint32Array(world.plan.species.length);
  for (let worker = 0; worker < world.control.word[WORD.workers]; worker++) {
    const own = wantedBy(world, worker);
    for (let species = 0; species < wanted.length; species++) wanted[species] += own[species];
  }
  return wanted;
}

/**
 * All agents that give birth in this step, sorted by id. Each slice has a list of its parents. This class combines
 * these lists.
 */
export class Parents {
  readonly count: number;
  readonly #id: Uint32Array;
  /** For each slice, the list of its parents, sorted by id. Each parent is given by its place in the front state. */
  readonly #lists: readonly Uint32Array[];

  constructor({ scratch, control, front }: SharedWorld) {
    const { parentPlace, parentCount } = scratch;
    const workers = control.word[WORD.workers];
    this.#id = front.id;
    this.#lists = Array.from({ length: workers }, (_, worker) => {
      const begin = control.cut[worker];
      return parentPlace.subarray(begin, begin + parentCount[worker]);
    });
    this.count = this.#lists.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Returns the parents with ranks in [first, last), sorted by id. Each parent is given by its place in the front
   * state.
   */
  between(first: number, last: number): Uint32Array {
    let lists = this.#parts(first, last).filter(({ length }) => length > 0);
    while (lists.length > 1) {
      const merged: Uint32Array[] = [];
      for (let k = 0; k < lists.length; k += 2) {
        merged.push(k + 1 < lists.length ? merge(lists[k], lists[k + 1], this.#id) : lists[k]);
      }
      lists = merged;
    }
    return lists[0] ?? new Uint32Array(0);
  }

  /** Calls `visit` with the place of each parent whose rank is below `rank`, in no particular order. */
  eachBelow(rank: number, visit: (place: number) => void): void {
    for (const part of this.#parts(0, rank)) {
      for (let k = 0; k < part.length; k++) visit(part[k]);
    }
  }

  #parts(first: number, last: number): Uint32Array[] {
    const [from, to] = [this.#idOfRank(first), this.#idOfRank(last)];
    return this.#lists.map((list) =>
      list.subarray(lowerBound(list, this.#id, from), lowerBound(list, this.#id, to)),
    );
  }

  /** The lowest id that is greater than the ids of the first `rank` parents. */
  #idOfRank(rank: number): number {
    let low = 0;
    // No parent has the highest id of all, because it belongs to an index that was never alive.
    let high = 0xffffffff;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      let below = 0;
      for (const list of this.#lists) below += lowerBound(list, this.#id, middle);
      if (below < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Returns how many agents in `list` have an id below `bound`. `list` contains the places of the agents, sorted by id.
 */
function lowerBound(list: Uint32Array, id: Uint32Array, bound: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (id[list[middle]] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges two lists of places, each sorted by id. */
function merge(one: Uint32Array, other: Uint32Array, id: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length);
  let [i, j] = [0, 0];
  for (let k = 0; k < merged.length; k++) {
    const first = j === other.length || (i < one.length && id[one[i]] < id[other[j]]);
    merged[k] = first ? one[i++] : other[j++];
  }
  return merged;
}
