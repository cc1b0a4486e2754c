import { nearestQueryTwin } from '../simd/nearest-query-twin.ts';
import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { orderPoints } from './point-order.ts';
import { PointSearch } from './point-search.ts';
import { ignoredBy, LIVE_QUERIES, type QueryKind } from './query-kind.ts';
import { NO_AGENT } from './request.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** The number of queries whose points are sorted together. */
const WINDOW = 0x20000;

/** Finds the k agents that are nearest to a point, sorted by (squared distance, id). */
class NearestSearch extends PointSearch {
  /** The number of agents found so far. */
  count = 0;
  readonly ids: Uint32Array;
  /** The squared distances of the agents found (m^2). */
  readonly squared: Float32Array;

  constructor(world: SharedWorld, tree: AgentTree, k: number) {
    super(tree, world.plan.grid);
    this.ids = new Uint32Array(k);
    this.squared = new Float32Array(k);
  }

  find(x: number, y: number, z: number, radius: number, ignored: number): void {
    this.count = 0;
    this.limit = fround(radius * radius);
    this.searchAround(x, y, z, ignored);
  }

  protected override isSought(gap: number, id: number): boolean {
    const last = this.ids.length - 1;
    return gap < this.limit || this.count <= last || id < this.ids[last];
  }

  protected take(id: number, distance: number): void {
    const { ids, squared } = this;
    const k = ids.length;
    let { count } = this;
    if (count === k) {
      // At equal distance, the agent with the lower id stays.
      if (distance === this.limit && id > ids[k - 1]) return;
      count--;
    }
    let at = count++;
    while (at > 0) {
      const before = squared[at - 1];
      if (before < distance || (before === distance && ids[at - 1] < id)) break;
      ids[at] = ids[at - 1];
      squared[at] = before;
      at--;
    }
    ids[at] = id;
    squared[at] = distance;
    this.count = count;
    if (count === k) this.limit = squared[k - 1];
  }
}

/** Queries of the type `nearest`: the k living agents nearest to a point. */
export const nearest: QueryKind = {
  answer(world, query, tree, memory, begin, end) {
    const { k } = query;
    const { points, radius } = query.numbers;
    const counts = memory.u32(end - begin);
    const ids = memory.u32(k * (end - begin));
    const distances = memory.f32(k * (end - begin));
    const twin = nearestQueryTwin(world);
    if (twin !== undefined) {
      const { grid } = world.plan;
      const ignored = (q: number) => ignoredBy(query, q);
      // One window at a time, so that its answers stay in the caches until they are complete.
      for (let first = begin; first < end; first += WINDOW) {
        const order = orderPoints(tree, points, first, Math.min(first + WINDOW, end));
        const asked = { points, radius, ignoredBy: ignored, order, begin, k, live: world.live };
        twin.find({ tree, grid, ...asked, counts, ids, distances });
      }
      return { counts, ids, distances };
    }
    const search = new NearestSearch(world, tree, k);
    ids.fill(NO_AGENT);
    distances.fill(Number.POSITIVE_INFINITY);
    for (let q = begin; q < end; q++) {
      if ((q & LIVE_QUERIES) === 0) world.live();
      const [x, y, z] = [points[3 * q], points[3 * q + 1], points[3 * q + 2]];
      search.find(x, y, z, radius[q], ignoredBy(query, q));
      const at = q - begin;
      counts[at] = search.count;
      for (let n = 0; n < search.count; n++) {
        ids[k * at + n] = search.ids[n];
        distances[k * at + n] = fround(sqrt(search.squared[n]));
      }
    }
    return { counts, ids, distances };
  },
};
