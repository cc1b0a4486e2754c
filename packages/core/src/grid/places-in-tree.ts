import type { TreePlan } from '../world/tree-plan.ts';
import { BLOCK_WORDS, FAN, LEAF, levelsOf, PART_WORDS } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { childrenAt, gapTo, nodesAt } from './tree.ts';

const fround = Math.fround;

// The state of a search as it goes down the tree.
let world: SharedWorld;
let places: number[];
let x = 0;
let y = 0;
let z = 0;
let squaredRadius = 0;

/**
 * Finds all agents in a tree within `radius` (m) of the point (px, py, pz). Appends their places (indices in the sorted
 * columns) to `list`, in no particular order.
 */
export function placesInTree(
  list: number[],
  of: SharedWorld,
  tree: TreePlan,
  px: number,
  py: number,
  pz: number,
  radius: number,
): void {
  const { treePart, treeTop } = of.scratch;
  world = of;
  places = list;
  x = px;
  y = py;
  z = pz;
  squaredRadius = fround(radius * radius);
  for (let part = 0; part < tree.parts; part++) {
    const top = tree.firstTop + Math.floor(part / FAN);
    if (gapTo(treeTop, top, part % FAN, x, y, z) > squaredRadius) continue;
    const row = PART_WORDS * (tree.firstPart + part);
    searchNode(treePart[row], treePart[row + 1], treePart[row + 2], 0, 0);
  }
}

/**
 * Searches one node of the tree. Within its level, the node has the index `nth`. The nodes of the level begin at
 * `firstNode`.
 */
function searchNode(
  count: number,
  firstBlock: number,
  firstNode: number,
  level: number,
  nth: number,
): void {
  const { treeNode } = world.scratch;
  const children = Math.min(FAN, childrenAt(count, level) - FAN * nth);
  const lowest = level === levelsOf(count) - 1;
  for (let child = 0; child < children; child++) {
    if (gapTo(treeNode, firstNode + nth, child, x, y, z) > squaredRadius) continue;
    const below = FAN * nth + child;
    if (lowest) searchBlock(firstBlock + below);
    else searchNode(count, firstBlock, firstNode + nodesAt(count, level), level + 1, below);
  }
}

function searchBlock(block: number): void {
  const { treeBlock, treePlace } = world.scratch;
  const at = BLOCK_WORDS * block;
  for (let k = 0; k < LEAF; k++) {
    const dx = fround(treeBlock[at + k] - x);
    const dy = fround(treeBlock[at + LEAF + k] - y);
    const dz = fround(treeBlock[at + 2 * LEAF + k] - z);
    const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
    if (squared <= squaredRadius) places.push(treePlace[LEAF * block + k]);
  }
}
