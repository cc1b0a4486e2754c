import { childrenAt } from '../grid/tree.ts';
import { FAN } from '../world/tree-plan.ts';
import type { AgentTree } from './agent-tree.ts';

/** Searches a tree for blocks that may contain results. Visits the nearest nodes and blocks first. */
export abstract class TreeSearch {
  protected readonly tree: AgentTree;
  /** The distance beyond which nodes and blocks are skipped. The search may lower this limit while it runs. */
  protected limit = Number.POSITIVE_INFINITY;
  readonly #gaps: readonly Float64Array[];

  constructor(tree: AgentTree) {
    this.tree = tree;
    this.#gaps = tree.firstNode.map(() => new Float64Array(FAN));
  }

  /** A lower bound for the distance to anything inside a child's box. NaN if the child cannot contain a result. */
  protected abstract gapTo(node: number, child: number): number;

  /** Checks the agents of a block, and keeps those that are results. */
  protected abstract look(block: number): void;

  protected search(): void {
    if (this.tree.count > 0) this.#searchNode(0, 0);
  }

  /** Searches the node with index `nth` in a level of the tree. */
  #searchNode(level: number, nth: number): void {
    const { count, levels, firstNode } = this.tree;
    const gaps = this.#gaps[level];
    const node = firstNode[level] + nth;
    const lowest = level === levels - 1;
    const children = Math.min(FAN, childrenAt(count, level) - FAN * nth);
    for (let child = 0; child < children; child++) gaps[child] = this.gapTo(node, child);
    for (let visited = 0; visited < children; visited++) {
      let next = -1;
      for (let child = 0; child < children; child++) {
        if (gaps[child] <= this.limit && (next < 0 || gaps[child] < gaps[next])) next = child;
      }
      if (next < 0) return;
      gaps[next] = Number.NaN;
      if (lowest) this.look(FAN * nth + next);
      else this.#searchNode(level + 1, FAN * nth + next);
    }
  }
}
