import { cosine } from '../math/trigonometry.ts';
import { dot } from '../math/vector.ts';
import type { SharedWorld } from '../world/world.ts';
import type { AgentTree } from './agent-tree.ts';
import { HitLists } from './hit-lists.ts';
import { PointSearch } from './point-search.ts';
import { ignoredBy, type QueryKind } from './query-kind.ts';
import { unitInto } from './unit.ts';

const fround = Math.fround;
const sqrt = Math.sqrt;

/** Finds all agents in a cone: within a distance of the tip, and within an angle of the axis. */
class ConeSearch extends PointSearch {
  readonly #lists: HitLists;
  readonly #axis = new Float32Array(3);
  #cosine = 0;

  constructor(world: SharedWorld, tree: AgentTree, lists: HitLists) {
    super(tree, world.plan.grid);
    this.#lists = lists;
  }

  /**
   * Sets the angle of the cone (rad), and turns its axis to the direction of (x, y, z). The vector may have any length
   * except 0.
   */
  point(x: number, y: number, z: number, angle: number): void {
    unitInto(this.#axis, x, y, z);
    this.#cosine = fround(cosine(angle));
  }

  find(x: number, y: number, z: number, radius: number, ignored: number): void {
    this.limit = fround(radius * radius);
    this.searchAround(x, y, z, ignored);
  }

  protected take(id: number, squared: number, dx: number, dy: number, dz: number): void {
    const [x, y, z] = this.#axis;
    const along = dot(dx, dy, dz, x, y, z);
    // An agent at the tip is always in the cone.
    if (along >= fround(this.#cosine * fround(sqrt(squared)))) this.#lists.add(id, squared);
  }
}

/** Queries of the type `cone`: all living agents in a cone. */
export const cone: QueryKind = {
  answer(world, query, tree, memory, begin, end) {
    const { points, directions, radius, angle } = query.numbers;
    const lists = new HitLists();
    const search = new ConeSearch(world, tree, lists);
    return lists.collect(world, memory, begin, end, (q) => {
      const at = 3 * q;
      search.point(directions[at], directions[at + 1], directions[at + 2], angle[q]);
      search.find(points[at], points[at + 1], points[at + 2], radius[q], ignoredBy(query, q));
    });
  },
};
