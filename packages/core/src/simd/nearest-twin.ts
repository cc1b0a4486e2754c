import { NEAREST_AHEAD, NEAREST_LISTS } from '../world/sizes.ts';
import type { TreePlan } from '../world/tree-plan.ts';
import type { NearestSearch, SharedWorld } from '../world/world.ts';
import type { Exports } from './exports.ts';

/** What was found for the agents in places [begin, end), in a list of its own. */
interface Found {
  tree: TreePlan | undefined;
  species: number;
  sight: number;
  tick: number;
  begin: number;
  end: number;
  /** Where the list begins, in the room of the worker that asked. */
  row: number;
  /** The place that was asked for last. */
  last: number;
}

/**
 * The search for the nearest in SIMD, for the worker of this thread. Behaviors ask agent after agent: as
 * soon as they do, the answers to the next NEAREST_AHEAD agents of the species are found in one call.
 */
export function nearestTwin(
  wasm: Exports,
  world: SharedWorld,
  tableOf: (world: SharedWorld) => number,
  workerOf: () => number,
): NearestSearch {
  const [edgeX, edgeY, edgeZ] = world.plan.grid.edge;
  const { nearest } = world.scratch;
  const lists: Found[] = Array.from({ length: NEAREST_LISTS }, () => ({
    tree: undefined,
    species: -1,
    sight: 0,
    tick: -1,
    begin: 0,
    end: 0,
    row: 0,
    last: -1,
  }));
  let current = 0;
  let oldest = 0;
  const listFor = (tree: TreePlan, species: number, sight: number): number => {
    const list = lists.findIndex(
      (one) => one.tree === tree && one.species === species && one.sight === sight,
    );
    if (list >= 0) return list;
    oldest = (oldest + 1) % NEAREST_LISTS;
    Object.assign(lists[oldest], { tree, species, sight, tick: -1, last: -1 });
    return oldest;
  };
  return (_world, tree, i, sight) => {
    const species = world.front.species[i];
    let found = lists[current];
    if (found.tree !== tree || found.species !== species || found.sight !== sight) {
      current = listFor(tree, species, sight);
      found = lists[current];
    }
    if (found.tick !== world.frontTick || i < found.begin || i >= found.end) {
      const follows = found.tick === world.frontTick && i > found.last;
      const ahead = follows && i - found.last < NEAREST_AHEAD ? NEAREST_AHEAD : 1;
      found.tick = world.frontTick;
      found.begin = i;
      found.row = NEAREST_AHEAD * (NEAREST_LISTS * workerOf() + current);
      found.end = Math.min(i + ahead, world.plan.agents);
      wasm.nearestInTree(
        tableOf(world),
        nearest.byteOffset + 4 * found.row,
        tree.parts,
        tree.firstPart,
        tree.firstTop,
        i,
        found.end,
        species,
        sight,
        edgeX,
        edgeY,
        edgeZ,
      );
    }
    found.last = i;
    return nearest[found.row + i - found.begin] | 0;
  };
}
