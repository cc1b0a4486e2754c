import { plantTree } from '../grid/tree.ts';
import { PARTS } from '../world/tree-plan.ts';
import type { Kernel } from './kernel.ts';

/**
 * Builds the parts [begin, end) of each tree, over the agents of its species. Trees that have only one part are given
 * to the workers in turn.
 *
 * reads the front state; writes these parts, which no other worker writes
 */
export const plantTrees: Kernel = (world, begin, end) => {
  world.plan.trees.forEach((tree, index) => {
    const own = index % PARTS >= begin && index % PARTS < end;
    if (tree.parts === PARTS) plantTree(world, tree, begin, end);
    else if (own) plantTree(world, tree, 0, 1);
  });
  world.treeTick = world.frontTick;
};
