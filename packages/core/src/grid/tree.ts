import { LIVE_MASK, type Live } from '../path/live.ts';
import type { Scratch } from '../world/layout.ts';
import { STATUS } from '../world/status.ts';
import {
  BLOCK_WORDS,
  capacityUnder,
  FAN,
  LEAF,
  levelsOf,
  NODE_WORDS,
  PART_WORDS,
  PARTS,
  SAMPLE,
  type TreePlan,
} from '../world/tree-plan.ts';
import type { SharedWorld } from '../world/world.ts';

const fround = Math.fround;

/** The agents of one part of a tree: the coordinates of their positions (m) by axis, and their places. */
export interface Points {
  readonly axes: readonly [Float32Array, Float32Array, Float32Array];
  /**
   * The places of the agents (indices in the sorted columns). The function `plantPart` sorts this list into the order
   * of the tree.
   */
  readonly places: Uint32Array;
}

/**
 * Builds the parts [begin, end) of a tree. The tree contains the living agents of one species. Every thread that builds
 * parts of the tree divides the agents in the same way.
 *
 * reads the front state; writes `treePart`, `treeTop`, `treeBlock`, `treePlace` and `treeNode` of these parts
 */
export function plantTree(world: SharedWorld, tree: TreePlan, begin: number, end: number): void {
  const { x, y, z } = world.front.position;
  const axes = [x, y, z] as const;
  const living = livingOf(world, tree);
  const parts = tree.parts === 1 ? [living] : cut(axes, living, world.live);
  let firstBlock = tree.firstBlock;
  let firstNode = tree.firstNode;
  for (const [part, places] of parts.entries()) {
    if (part >= begin && part < end) {
      plantPart(world.scratch, tree, part, { axes, places }, firstBlock, firstNode, world.live);
      world.live();
    }
    firstBlock += Math.ceil(places.length / LEAF);
    firstNode += nodesIn(places.length);
  }
}

function livingOf({ plan, front }: SharedWorld, tree: TreePlan): Uint32Array {
  const { first, count } = plan.species[tree.species];
  const { slot, status } = front;
  return slot.subarray(first, first + count).filter((place) => status[place] === STATUS.alive);
}

/**
 * Divides the agents into as many parts as the constant `PARTS` says. Finds the borders by halving a sample of the
 * agents repeatedly.
 */
function cut(axes: Points['axes'], places: Uint32Array, live: Live): Uint32Array[] {
  const stride = Math.max(1, Math.floor(places.length / SAMPLE));
  const sample = places.filter((_, k) => k % stride === 0 && k / stride < SAMPLE);
  const cutAxis = new Uint8Array(PARTS);
  const cutAt = new Float32Array(PARTS);
  const halve = (node: number, from: number, to: number): void => {
    if (node >= PARTS || from === to) return;
    const axis = widest(axes, sample, from, to);
    const middle = (from + to) >> 1;
    select(axes[axis], sample, from, to, middle);
    cutAxis[node] = axis;
    cutAt[node] = axes[axis][sample[middle]];
    halve(2 * node, from, middle);
    halve(2 * node + 1, middle, to);
  };
  halve(1, 0, sample.length);
  const parts: number[][] = Array.from({ length: PARTS }, () => []);
  for (const [k, place] of places.entries()) {
    if ((k & LIVE_MASK) === 0) live();
    let node = 1;
    while (node < PARTS) node = 2 * node + (axes[cutAxis[node]][place] >= cutAt[node] ? 1 : 0);
    parts[node - PARTS].push(place);
  }
  return parts.map((part) => Uint32Array.from(part));
}

/** The number of nodes in a part with `count` agents. */
export function nodesIn(count: number): number {
  let nodes = 0;
  for (let level = levelsOf(count) - 1; level >= 0; level--) nodes += nodesAt(count, level);
  return nodes;
}

/** Returns how many nodes a part with `count` agents has at the given level. The root of the part is level 0. */
export function nodesAt(count: number, level: number): number {
  return Math.ceil(count / capacityUnder(count, level));
}

/** The columns in which trees are stored. */
export type TreeColumns = Pick<
  Scratch,
  'treePart' | 'treeTop' | 'treeNode' | 'treeBlock' | 'treePlace'
>;

/**
 * Builds one part of a tree over the given points. The blocks of the part begin at `firstBlock`, and its nodes at
 * `firstNode`.
 */
export function plantPart(
  scratch: TreeColumns,
  tree: Pick<TreePlan, 'firstPart' | 'firstTop'>,
  part: number,
  points: Points,
  firstBlock: number,
  firstNode: number,
  live: Live,
): void {
  const count = points.places.length;
  scratch.treePart.set([count, firstBlock, firstNode], PART_WORDS * (tree.firstPart + part));
  const top = tree.firstTop + Math.floor(part / FAN);
  if (count === 0) {
    writeBox(scratch.treeTop, top, part % FAN, NOWHERE, NOWHERE);
    return;
  }
  const levels = levelsOf(count);
  arrange(points, 0, count, capacityUnder(count, 0), live);
  writeBlocks(scratch, points, firstBlock);
  // Starts at the lowest level, because the box of a node contains the boxes below it.
  let nodes = firstNode;
  const firstOf: number[] = [];
  for (let level = 0; level < levels; level++) {
    firstOf.push(nodes);
    nodes += nodesAt(count, level);
  }
  for (let level = levels - 1; level >= 0; level--) {
    const below = level === levels - 1 ? Math.ceil(count / LEAF) : nodesAt(count, level + 1);
    for (let child = 0; child < below; child++) {
      if (level === levels - 1) boxOfBlock(points, LEAF * child);
      else boxOfNode(scratch.treeNode, firstOf[level + 1] + child, count, level + 1, child);
      writeBox(scratch.treeNode, firstOf[level] + Math.floor(child / FAN), child % FAN, low, high);
    }
  }
  boxOfNode(scratch.treeNode, firstNode, count, 0, 0);
  writeBox(scratch.treeTop, top, part % FAN, low, high);
}

/**
 * Sorts the agents [from, to) into four regions of space. `capacity` is the number of places for these agents. Each region
 * gets a quarter of the places. Then sorts the agents of each region in the same way.
 */
function arrange(points: Points, from: number, to: number, capacity: number, live: Live): void {
  if (to - from <= LEAF) return;
  if (to - from > LIVE_MASK) live();
  const half = capacity / 2;
  divide(points, from, to, from + half);
  divide(points, from, Math.min(from + half, to), from + half / 2);
  divide(points, from + half, to, from + half + half / 2);
  for (let first = from; first < to; first += half / 2) {
    arrange(points, first, Math.min(first + half / 2, to), half / 2, live);
  }
}

function divide({ axes, places }: Points, from: number, to: number, at: number): void {
  if (at < to) select(axes[widest(axes, places, from, to)], places, from, to, at);
}

/** The axis along which the agents are spread widest. */
function widest(axes: Points['axes'], places: Uint32Array, from: number, to: number): 0 | 1 | 2 {
  let best: 0 | 1 | 2 = 0;
  let most = -1;
  for (const axis of [0, 1, 2] as const) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let k = from; k < to; k++) {
      const value = axes[axis][places[k]];
      if (value < least) least = value;
      if (value > greatest) greatest = value;
    }
    if (greatest - least > most) {
      most = greatest - least;
      best = axis;
    }
  }
  return best;
}

/**
 * Partly sorts agents along an axis. Afterwards, the agent at index `at` is the one that a full sort would put there.
 * No agent before it has a greater coordinate, and no agent after it has a smaller one.
 *
 * source: Hoare 1961, Algorithm 65: FIND
 */
function select(
  axis: Float32Array,
  places: Uint32Array,
  from: number,
  to: number,
  at: number,
): void {
  let first = from;
  let last = to - 1;
  while (first < last) {
    const pivot = medianOf(
      axis[places[first]],
      axis[places[(first + last) >> 1]],
      axis[places[last]],
    );
    let i = first;
    let j = last;
    while (i <= j) {
      while (axis[places[i]] < pivot) i++;
      while (axis[places[j]] > pivot) j--;
      if (i > j) break;
      const place = places[i];
      places[i++] = places[j];
      places[j--] = place;
    }
    if (at <= j) last = j;
    else if (at >= i) first = i;
    else return;
  }
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/**
 * Writes the coordinates of agents to blocks. Each block has all x, then all y, then all z. Unused entries of the last
 * block are NaN, so that no search finds them.
 */
function writeBlocks(
  { treeBlock, treePlace }: TreeColumns,
  points: Points,
  firstBlock: number,
): void {
  const { axes, places } = points;
  const blocks = Math.ceil(places.length / LEAF);
  for (let k = 0; k < blocks * LEAF; k++) {
    const at = BLOCK_WORDS * (firstBlock + Math.floor(k / LEAF)) + (k % LEAF);
    for (const axis of [0, 1, 2] as const) {
      treeBlock[at + axis * LEAF] = k < places.length ? axes[axis][places[k]] : Number.NaN;
    }
    treePlace[LEAF * firstBlock + k] = k < places.length ? places[k] : 0;
  }
}

/** The position of both corners of an empty box. Such a box is infinitely far from everything. */
const NOWHERE = [Infinity, Infinity, Infinity] as const;
const low = [0, 0, 0];
const high = [0, 0, 0];

function boxOfBlock({ axes, places }: Points, from: number): void {
  for (const axis of [0, 1, 2] as const) {
    low[axis] = Number.POSITIVE_INFINITY;
    high[axis] = Number.NEGATIVE_INFINITY;
    for (let k = from; k < Math.min(from + LEAF, places.length); k++) {
      low[axis] = Math.min(low[axis], axes[axis][places[k]]);
      high[axis] = Math.max(high[axis], axes[axis][places[k]]);
    }
  }
}

/** Computes the box around the children of the `nth` node of a level. */
function boxOfNode(
  nodes: Float32Array,
  node: number,
  count: number,
  level: number,
  nth: number,
): void {
  const children = Math.min(FAN, childrenAt(count, level) - FAN * nth);
  for (const axis of [0, 1, 2] as const) {
    low[axis] = Number.POSITIVE_INFINITY;
    high[axis] = Number.NEGATIVE_INFINITY;
    for (let child = 0; child < children; child++) {
      const at = NODE_WORDS * node + FAN * axis + child;
      low[axis] = Math.min(low[axis], nodes[at]);
      high[axis] = Math.max(high[axis], nodes[at + 3 * FAN]);
    }
  }
}

/**
 * The number of children that all nodes of a level have together. The children are blocks, or nodes of the level below.
 */
export function childrenAt(count: number, level: number): number {
  return level === levelsOf(count) - 1 ? Math.ceil(count / LEAF) : nodesAt(count, level + 1);
}

function writeBox(
  nodes: Float32Array,
  node: number,
  child: number,
  lows: readonly number[],
  highs: readonly number[],
): void {
  for (let axis = 0; axis < 3; axis++) {
    const at = NODE_WORDS * node + FAN * axis + child;
    nodes[at] = lows[axis];
    nodes[at + 3 * FAN] = highs[axis];
  }
}

/**
 * The squared distance (m^2) from the point (x, y, z) to the box of a node's child.
 *
 * The result is never greater than the squared distance to an agent in the box. Rounding does not change this, because
 * it keeps the order of numbers.
 */
export function gapTo(
  nodes: Float32Array,
  node: number,
  child: number,
  x: number,
  y: number,
  z: number,
): number {
  const at = NODE_WORDS * node + child;
  const dx = fround(clamped(x, nodes[at], nodes[at + 3 * FAN]) - x);
  const dy = fround(clamped(y, nodes[at + FAN], nodes[at + 4 * FAN]) - y);
  const dz = fround(clamped(z, nodes[at + 2 * FAN], nodes[at + 5 * FAN]) - z);
  return fround(fround(fround(dx * dx) + fround(dy * dy)) + fround(dz * dz));
}

function clamped(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
