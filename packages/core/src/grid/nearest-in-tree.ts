import type { TreePlan } from '../world/tree-plan.ts';
import { BLOCK_WORDS, FAN, LEAF, levelsOf, NODE_WORDS, PART_WORDS } from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';
import { childrenAt, gapTo, nodesAt } from './tree.ts';

const fround = Math.fround;

// The state of a search as it goes down the tree.
let world: SharedWorld;
let self = 0;
let x = 0;
let y = 0;
let z = 0;
/** The squared distance (m^2) to the nearest agent found so far. At the start, this is the square of `sight`. */
let best = 0;
/** The place (index in the sorted columns) of the nearest agent found so far, or -1. */
let found = -1;

/**
 * Returns the place of the agent in `tree` nearest to the agent at place `i`. If no agent is within `sight` (m),
 * returns -1. If several agents are equally near, returns the place of the agent with the lowest id. On a torus,
 * distances are measured the shortest way around.
 */
export function nearestInTree(of: SharedWorld, tree: TreePlan, i: number, sight: number): number {
  const { position } = of.front;
  const [edgeX, edgeY, edgeZ] = of.plan.grid.edge;
  world = of;
  self = i;
  best = fround(sight * sight);
  found = -1;
  measureBox(tree);
  // Searches the world itself before its images, as the nearest agent is mostly found there.
  for (const turnZ of edgeZ > 0 ? TURNS : STRAIGHT) {
    z = fround(position.z[i] - fround(turnZ * edgeZ));
    const gapZ = squaredGap(z, 2);
    if (gapZ > best) continue;
    for (const turnY of edgeY > 0 ? TURNS : STRAIGHT) {
      y = fround(position.y[i] - fround(turnY * edgeY));
      const gapY = squaredGap(y, 1);
      if (gapY > best) continue;
      for (const turnX of edgeX > 0 ? TURNS : STRAIGHT) {
        x = fround(position.x[i] - fround(turnX * edgeX));
        if (fround(fround(squaredGap(x, 0) + gapY) + gapZ) > best) continue;
        searchParts(tree);
      }
    }
  }
  return found;
}

const low = new Float32Array(3);
const high = new Float32Array(3);

/**
 * Computes the box (m) around all parts of a tree. On a torus, most images of an agent are so far from this box that no
 * search from them is needed.
 */
function measureBox(tree: TreePlan): void {
  const { treeTop } = world.scratch;
  low.fill(Number.POSITIVE_INFINITY);
  high.fill(Number.NEGATIVE_INFINITY);
  for (let part = 0; part < tree.parts; part++) {
    const at = NODE_WORDS * (tree.firstTop + Math.floor(part / FAN)) + (part % FAN);
    // A part without agents has an infinite box.
    if (treeTop[at] === Number.POSITIVE_INFINITY) continue;
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], treeTop[at + FAN * axis]);
      high[axis] = Math.max(high[axis], treeTop[at + FAN * (3 + axis)]);
    }
  }
}

/** The squared distance (m^2) from a coordinate to the box around the tree, along one axis. */
function squaredGap(value: number, axis: 0 | 1 | 2): number {
  const nearest = value < low[axis] ? low[axis] : value > high[axis] ? high[axis] : value;
  const gap = fround(nearest - value);
  return fround(gap * gap);
}

const STRAIGHT: readonly number[] = [0];
const TURNS: readonly number[] = [0, -1, 1];

function searchParts(tree: TreePlan): void {
  const { treePart, treeTop } = world.scratch;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let part = 0; part < tree.parts; part++) {
    const gap = gapTo(treeTop, tree.firstTop + Math.floor(part / FAN), part % FAN, x, y, z);
    if (gap < least) {
      least = gap;
      nearest = part;
    }
  }
  for (let k = 0; k < tree.parts; k++) {
    const part = k === 0 ? nearest : k <= nearest ? k - 1 : k;
    const gap = gapTo(treeTop, tree.firstTop + Math.floor(part / FAN), part % FAN, x, y, z);
    if (!(gap <= best)) continue;
    const row = PART_WORDS * (tree.firstPart + part);
    searchNode(treePart[row], treePart[row + 1], treePart[row + 2], 0, 0);
  }
}

const gaps = Array.from({ length: 16 }, () => new Float32Array(FAN));

/** Searches one node of the tree: number `nth` in its level. The nodes of the level begin at `firstNode`. */
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
  const gapOf = gaps[level];
  for (let child = 0; child < children; child++) {
    gapOf[child] = gapTo(treeNode, firstNode + nth, child, x, y, z);
  }
  for (let visited = 0; visited < children; visited++) {
    let next = -1;
    for (let child = 0; child < children; child++) {
      if (gapOf[child] <= best && (next < 0 || gapOf[child] < gapOf[next])) next = child;
    }
    if (next < 0) return;
    gapOf[next] = Number.NaN;
    const below = FAN * nth + next;
    if (lowest) searchBlock(firstBlock + below);
    else searchNode(count, firstBlock, firstNode + nodesAt(count, level), level + 1, below);
  }
}

function searchBlock(block: number): void {
  const { treeBlock, treePlace } = world.scratch;
  const { id } = world.front;
  const at = BLOCK_WORDS * block;
  for (let k = 0; k < LEAF; k++) {
    const dx = fround(treeBlock[at + k] - x);
    const dy = fround(treeBlock[at + LEAF + k] - y);
    const dz = fround(treeBlock[at + 2 * LEAF + k] - z);
    const squared = fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
    if (!(squared <= best)) continue;
    const place = treePlace[LEAF * block + k];
    if (place === self) continue;
    if (squared === best && found >= 0 && id[place] > id[found]) continue;
    best = squared;
    found = place;
  }
}
