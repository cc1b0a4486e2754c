/**
 * A tree over the living agents of one species. It speeds up searches for the nearest agent, and is built in each tick
 * from the positions in the front state. The results of a search do not depend on the shape of the tree.
 *
 * Agents are stored in blocks of LEAF agents. A node has FAN children. At the lowest level, the children are blocks. At
 * any other level, they are nodes of the level below. The nodes of a level are contiguous. A large tree has PARTS
 * parts, which workers build in parallel. Each part has its own root, and the boxes of the parts are stored in nodes
 * too.
 */
export interface TreePlan {
  /** Index of the species whose agents are in the tree. */
  readonly species: number;
  readonly parts: number;
  /**
   * `firstPart` is the index of the tree's first row in scratch.treePart. `firstTop` is the index of the tree's first
   * node in scratch.treeTop.
   */
  readonly firstPart: number;
  readonly firstTop: number;
  /**
   * `firstBlock` is the index of the tree's first block in scratch.treeBlock. `firstNode` is the index of the tree's
   * first node in scratch.treeNode.
   */
  readonly firstBlock: number;
  readonly firstNode: number;
}

/** The number of agents in a block. A search that visits a block looks at all agents of the block. */
export const LEAF = 8;
/** The number of children of a node. */
export const FAN = 4;
/** The number of parts of a large tree. It equals the maximum number of workers of a world. */
export const PARTS = 32;
/** If a species has at least this capacity, its tree is built in parts. */
export const WORTH_PARTS = 16_384;
/**
 * The number of words in a block. A block has LEAF values of x, then LEAF values of y, then LEAF values of z (m). Its
 * last LEAF words are work space for building the tree.
 */
export const BLOCK_WORDS = 4 * LEAF;
/**
 * The number of words in a node. A node contains the boxes of its FAN children (m): the low x of each box, then the
 * low y, the low z, the high x, the high y and the high z of each.
 */
export const NODE_WORDS = 6 * FAN;
/**
 * The number of words for a part. The words are the part's number of agents, its first block, its first node, and an
 * unused word.
 */
export const PART_WORDS = 4;
/** The maximum number of agents that are sampled to decide where a tree is cut into parts. */
export const SAMPLE = 1024;
/** The word at which each list begins in a worker's memory for building trees. */
export const TREE_SCRATCH = {
  sample: 0,
  cutAxis: 4 * SAMPLE,
  cutAt: 4 * SAMPLE + PARTS,
  count: 4 * SAMPLE + 2 * PARTS,
  end: 4 * SAMPLE + 3 * PARTS,
  words: 4 * SAMPLE + 4 * PARTS,
} as const;

/** The maximum number of blocks in a tree of `count` agents, however the agents are divided among its parts. */
export function blocksFor(count: number, parts: number): number {
  return Math.ceil(count / LEAF) + parts;
}

/** The maximum number of nodes in a tree of `count` agents. */
export function nodesFor(count: number, parts: number): number {
  // A level has a quarter of the nodes of the level below, plus one that is not full.
  return Math.ceil(blocksFor(count, parts) / (FAN - 1)) + parts * (levelsOf(count) + 1);
}

/** The number of levels of nodes above `count` agents; at least one. */
export function levelsOf(count: number): number {
  let levels = 1;
  for (let capacity = LEAF * FAN; capacity < count; capacity *= FAN) levels++;
  return levels;
}

/** The maximum number of agents under one node at `level`. The tree has `count` agents, and its root is at level 0. */
export function capacityUnder(count: number, level: number): number {
  let capacity = LEAF * FAN;
  for (let lowest = levelsOf(count) - 1; lowest > level; lowest--) capacity *= FAN;
  return capacity;
}
