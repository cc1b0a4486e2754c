import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { HitLists } from './hit-lists.ts';
import { PointSearch } from './point-search.ts';
import { ignoredBy, type QueryKind } from './query-kind.ts';

const fround = Math.fround;

/** Finds all agents within a distance of a point. */
class RadiusSearch extends PointSearch {
  readonly #lists: HitLists;

  constructor(world: SharedWorld, tree: AgentTree, lists: HitLists) {
    super(tree, world.plan.grid);
    this.#lists = lists;
  }

  find(x: number, y: number, z: number, radius: number, ignored: number): void {
    this.limit = fround(radius * radius);
    this.searchAround(x, y, z, ignored);
  }

  protected take(id: number, squared: number): void {
    this.#lists.add(id, squared);
  }
}

/** Queries of the type `radius`: all living agents within a distance of a point. */
export const radius: QueryKind = {
  answer(world, query, tree, memory, begin, end) {
    const { points, radius } = query.numbers;
    const lists = new HitLists();
    const search = new RadiusSearch(world, tree, lists);
    return lists.collect(world, memory, begin, end, (q) => {
      const [x, y, z] = [points[3 * q], points[3 * q + 1], points[3 * q + 2]];
      search.find(x, y, z, radius[q], ignoredBy(query, q));
    });
  },
};
