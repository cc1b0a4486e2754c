import { intoTorus } from '../grid/torus.ts';
import { gapTo } from '../grid/tree.ts';
import type { Grid } from '../world/grid-plan.ts';
import { BLOCK_WORDS, FAN, LEAF } from '../world/tree-plan.ts';
import type { AgentTree } from './agent-tree.ts';
import { NO_AGENT } from './request.ts';
import { TreeSearch } from './tree-search.ts';

const fround = Math.fround;

/**
 * Finds agents around a point. Offsets and squared distances are rounded as in the neighbor search. On a torus each
 * agent is found only once: along each axis, in its nearest image. If images are equally near, the unshifted image
 * comes first, then the image shifted back, then the image shifted forward.
 */
export abstract class PointSearch extends TreeSearch {
  readonly #min: Grid['min'];
  readonly #edge: Grid['edge'];
  /** The id of the agent that the search ignores, or NO_AGENT. */
  #ignored = NO_AGENT;
  // The point in the world, and relative to the current image.
  #fromX = 0;
  #fromY = 0;
  #fromZ = 0;
  #x = 0;
  #y = 0;
  #z = 0;
  // By how many edges the current image is shifted along each axis: 0, -1 or 1.
  #turnX = 0;
  #turnY = 0;
  #turnZ = 0;

  constructor(tree: AgentTree, { min, edge }: Grid) {
    super(tree);
    this.#min = min;
    this.#edge = edge;
  }

  /**
   * Receives an agent that is within the limit of the search.
   *
   * @param squared the squared distance to the agent (m^2)
   * @param dx the x of the offset to the agent (m)
   */
  protected abstract take(id: number, squared: number, dx: number, dy: number, dz: number): void;

  /**
   * Whether a part of the tree can still contain a result. In this part, all squared distances (m^2) are at least
   * `gap`, and all ids are at least `id`.
   */
  protected isSought(_gap: number, _id: number): boolean {
    return true;
  }

  protected searchAround(x: number, y: number, z: number, ignored: number): void {
    const [edgeX, edgeY, edgeZ] = this.#edge;
    this.#ignored = ignored;
    this.#fromX = intoTorus(x, this.#min[0], edgeX);
    this.#fromY = intoTorus(y, this.#min[1], edgeY);
    this.#fromZ = intoTorus(z, this.#min[2], edgeZ);
    // The unshifted world comes first, because the nearest agents are mostly there.
    for (this.#turnZ of edgeZ > 0 ? TURNS : STRAIGHT) {
      this.#z = fround(this.#fromZ - fround(this.#turnZ * edgeZ));
      const gapZ = this.#squaredGap(this.#z, 2);
      if (gapZ > this.limit) continue;
      for (this.#turnY of edgeY > 0 ? TURNS : STRAIGHT) {
        this.#y = fround(this.#fromY - fround(this.#turnY * edgeY));
        const gapY = this.#squaredGap(this.#y, 1);
        if (gapY > this.limit) continue;
        for (this.#turnX of edgeX > 0 ? TURNS : STRAIGHT) {
          this.#x = fround(this.#fromX - fround(this.#turnX * edgeX));
          const gap = fround(fround(this.#squaredGap(this.#x, 0) + gapY) + gapZ);
          if (!(gap > this.limit)) this.search();
        }
      }
    }
  }

  protected gapTo(node: number, child: number): number {
    const { nodes, leastIds } = this.tree;
    const gap = gapTo(nodes, node, child, this.#x, this.#y, this.#z);
    return this.isSought(gap, leastIds[FAN * node + child]) ? gap : Number.NaN;
  }

  protected look(block: number): void {
    const { blocks, ids } = this.tree;
    const at = BLOCK_WORDS * block;
    for (let k = 0; k < LEAF; k++) {
      const dx = fround(blocks[at + k] - this.#x);
      const dy = fround(blocks[at + LEAF + k] - this.#y);
      const dz = fround(blocks[at + 2 * LEAF + k] - this.#z);
      const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
      // Entries after the last agent are NaN, which fails this comparison.
      if (!(squared <= this.limit)) continue;
      const id = ids[LEAF * block + k];
      if (id === this.#ignored || !this.#isNearestImage(at + k)) continue;
      this.take(id, squared, dx, dy, dz);
    }
  }

  /**
   * Compares the images of one agent. Returns whether the image being searched is the nearest to the query point. The
   * agent's x coordinate is `blocks[word]`.
   */
  #isNearestImage(word: number): boolean {
    const [edgeX, edgeY, edgeZ] = this.#edge;
    const { blocks } = this.tree;
    return (
      nearestTurn(blocks[word], this.#fromX, edgeX) === this.#turnX &&
      nearestTurn(blocks[word + LEAF], this.#fromY, edgeY) === this.#turnY &&
      nearestTurn(blocks[word + 2 * LEAF], this.#fromZ, edgeZ) === this.#turnZ
    );
  }

  /** Along an axis, the squared distance (m^2) from a coordinate to the box of the tree. */
  #squaredGap(value: number, axis: 0 | 1 | 2): number {
    const { box } = this.tree;
    const [low, high] = [box[axis], box[3 + axis]];
    const gap = fround((value < low ? low : value > high ? high : value) - value);
    return fround(gap * gap);
  }
}

const STRAIGHT: readonly number[] = [0];
const TURNS: readonly number[] = [0, -1, 1];

/**
 * The images of the coordinate `from` are at `from - turns * edge`. Returns `turns` for the image that is nearest to
 * `coordinate`. Without a torus, returns 0.
 */
function nearestTurn(coordinate: number, from: number, edge: number): 0 | -1 | 1 {
  if (edge === 0) return 0;
  const here = Math.abs(fround(coordinate - from));
  const back = Math.abs(fround(coordinate - fround(from + edge)));
  const on = Math.abs(fround(coordinate - fround(from - edge)));
  if (here <= back && here <= on) return 0;
  return back <= on ? -1 : 1;
}
