import { NEAREST_AHEAD, NEAREST_SCRATCH } from '../world/sizes.ts';
import { tableOf } from '../world/tables.ts';
import type { TreePlan } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';

/**
 * The maximum number of lists of results that a thread keeps. It is more than 1, because several behaviors may request
 * results in turn for each agent, and may need different lists.
 */
const LISTS = 8;

/**
 * The results of a search in a tree: for each agent of a species in places [begin, end), the place of the nearest agent
 * within `sight` (m).
 */
interface Found {
  tree: TreePlan | undefined;
  species: number;
  sight: number;
  tick: number;
  begin: number;
  end: number;
  /** The place of the agent whose result was requested last. */
  last: number;
  readonly places: Int32Array;
}

/**
 * Searches for nearest agents in SIMD, for the worker of this thread. Behaviors request results agent by agent, in the
 * order of places. The first request finds only one result. If the next request is for a later place nearby, a single
 * call finds the results for NEAREST_AHEAD places.
 */
export class NearestTwin {
  readonly #wasm: Exports;
  readonly #world: SharedWorld;
  readonly #lists: readonly Found[] = Array.from({ length: LISTS }, () => ({
    tree: undefined,
    species: -1,
    sight: 0,
    tick: -1,
    begin: 0,
    end: 0,
    last: -1,
    places: new Int32Array(NEAREST_AHEAD),
  }));
  #worker = 0;
  #current = 0;
  #oldest = 0;

  constructor(wasm: Exports, world: SharedWorld) {
    this.#wasm = wasm;
    this.#world = world;
  }

  /** Begins a phase for a worker: uses the scratch memory of that worker, and forgets the results of earlier phases. */
  open(worker: number): void {
    this.#worker = worker;
    for (const list of this.#lists) list.tick = -1;
  }

  /**
   * Searches a tree for the agent nearest to the agent at place `i`, and returns the place of the agent found. If no
   * agent in the tree is within `sight` (m), returns -1.
   */
  find(tree: TreePlan, i: number, sight: number): number {
    const { frontTick, front } = this.#world;
    const species = front.species[i];
    let found = this.#lists[this.#current];
    if (found.tree !== tree || found.species !== species || found.sight !== sight) {
      found = this.#listFor(tree, species, sight);
    }
    if (found.tick !== frontTick || i < found.begin || i >= found.end) {
      const follows = found.tick === frontTick && i > found.last;
      this.#look(found, tree, i, follows && i - found.last < NEAREST_AHEAD ? NEAREST_AHEAD : 1);
    }
    found.last = i;
    return found.places[i - found.begin];
  }

  /**
   * For each agent of a species in places [begin, end), finds the nearest agent in a tree. Handles at most BLOCK
   * agents. Returns the address of a list of the places found. A place of -1 means that no agent was found. The list is
   * valid until the next call.
   */
  findBlock(tree: TreePlan, species: number, sight: number, begin: number, end: number): number {
    const results = NEAREST_SCRATCH.words * this.#worker + NEAREST_SCRATCH.block;
    this.#search(results, tree, species, sight, begin, end);
    return this.#world.scratch.nearest.byteOffset + 4 * results;
  }

  /**
   * For each agent of a species in places [begin, end), finds the nearest agent in a tree. The list of the places found
   * is written to scratch.nearest. It begins at the word with index `results`.
   */
  #search(
    results: number,
    tree: TreePlan,
    species: number,
    sight: number,
    begin: number,
    end: number,
  ): void {
    const { plan, scratch } = this.#world;
    const [edgeX, edgeY, edgeZ] = plan.grid.edge;
    const nearest = scratch.nearest.byteOffset;
    this.#wasm.nearestInTree(
      tableOf(this.#world),
      nearest + 4 * (NEAREST_SCRATCH.words * this.#worker + NEAREST_SCRATCH.group),
      nearest + 4 * results,
      tree.parts,
      tree.firstPart,
      tree.firstTop,
      begin,
      end,
      species,
      sight,
      edgeX,
      edgeY,
      edgeZ,
    );
  }

  #listFor(tree: TreePlan, species: number, sight: number): Found {
    this.#current = this.#lists.findIndex(
      (list) => list.tree === tree && list.species === species && list.sight === sight,
    );
    if (this.#current < 0) {
      this.#oldest = (this.#oldest + 1) % LISTS;
      this.#current = this.#oldest;
      Object.assign(this.#lists[this.#current], { tree, species, sight, tick: -1, last: -1 });
    }
    return this.#lists[this.#current];
  }

  #look(found: Found, tree: TreePlan, begin: number, ahead: number): void {
    const { plan, scratch, frontTick } = this.#world;
    found.tick = frontTick;
    found.begin = begin;
    found.end = Math.min(begin + ahead, plan.agents);
    const row = NEAREST_SCRATCH.words * this.#worker + NEAREST_SCRATCH.ahead;
    this.#search(row, tree, found.species, found.sight, begin, found.end);
    for (let k = 0; k < found.end - begin; k++) found.places[k] = scratch.nearest[row + k];
  }
}
