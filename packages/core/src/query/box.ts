import { intoTorus } from '../grid/torus.ts';
import { BLOCK_WORDS, FAN, LEAF, NODE_WORDS } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { HitLists } from './hit-lists.ts';
import { ignoredBy, type QueryKind } from './query-kind.ts';
import { NO_AGENT } from './request.ts';
import { TreeSearch } from './tree-search.ts';

const fround = Math.fround;

/**
 * Finds all agents in a box. On a torus, the box is first shifted by edge lengths of the world, so that its lowest
 * corner is in the world. The shifted box may reach beyond the world. So an agent is also found if its position, after
 * a shift by one edge length of the world, is in the box.
 */
class BoxSearch extends TreeSearch {
  readonly #world: SharedWorld;
  readonly #lists: HitLists;
  readonly #low = new Float32Array(3);
  readonly #high = new Float32Array(3);
  #ignored = NO_AGENT;

  constructor(world: SharedWorld, tree: AgentTree, lists: HitLists) {
    super(tree);
    this.#world = world;
    this.#lists = lists;
  }

  find(min: Float32Array, max: Float32Array, at: number, ignored: number): void {
    const { grid } = this.#world.plan;
    this.#ignored = ignored;
    for (let axis = 0; axis < 3; axis++) {
      const [low, high, edge] = [min[at + axis], max[at + axis], grid.edge[axis]];
      const inside = intoTorus(low, grid.min[axis], edge);
      this.#low[axis] = inside;
      // Unchanged if the box already begins in the world.
      this.#high[axis] = inside === low ? high : high - low + inside;
      if (edge === 0 || high - low < edge) continue;
      this.#low[axis] = Number.NEGATIVE_INFINITY;
      this.#high[axis] = Number.POSITIVE_INFINITY;
    }
    this.search();
  }

  protected gapTo(node: number, child: number): number {
    const { nodes } = this.tree;
    const at = NODE_WORDS * node + child;
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[at + FAN * axis];
      const high = nodes[at + FAN * (3 + axis)];
      if (!this.#reaches(low, high, axis)) return Number.NaN;
    }
    return 0;
  }

  protected look(block: number): void {
    const { blocks, ids } = this.tree;
    const at = BLOCK_WORDS * block;
    for (let k = 0; k < LEAF; k++) {
      const [x, y, z] = [blocks[at + k], blocks[at + LEAF + k], blocks[at + 2 * LEAF + k]];
      if (!this.#reaches(x, x, 0) || !this.#reaches(y, y, 1) || !this.#reaches(z, z, 2)) continue;
      const id = ids[LEAF * block + k];
      // Entries after the last agent are NaN and have no id.
      if (id !== this.#ignored && id !== NO_AGENT) this.#lists.add(id, 0);
    }
  }

  /**
   * Whether the box overlaps the range [low, high] along an axis. On a torus, the box may also overlap this range after
   * a shift by the edge length of the world.
   */
  #reaches(low: number, high: number, axis: number): boolean {
    const [from, to] = [this.#low[axis], this.#high[axis]];
    const edge = this.#world.plan.grid.edge[axis];
    if (low <= to && high >= from) return true;
    return edge > 0 && fround(low + edge) <= to && fround(high + edge) >= from;
  }
}

/** Queries of the type `box`: all living agents in a box. */
export const box: QueryKind = {
  answer(world, query, tree, memory, begin, end) {
    const { min, max } = query.numbers;
    const lists = new HitLists();
    const search = new BoxSearch(world, tree, lists);
    const columns = lists.collect(world, memory, begin, end, (q) => {
      search.find(min, max, 3 * q, ignoredBy(query, q));
    });
    return columns && { counts: columns.counts, ids: columns.ids };
  },
};
