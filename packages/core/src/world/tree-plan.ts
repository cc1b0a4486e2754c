/**
 * A tree over the living agents of one species, for searches for the nearest agent. It is built in each tick from the
 * front positions. The results of a search do not depend on the shape of the tree.
 *
 * Agents are stored in blocks of LEAF. A node has FAN children: nodes of the level below or, at the lowest level,
 * blocks. The nodes of a level are contiguous. A large tree has PARTS parts, which workers build in parallel. Each part
 * has its own root, and the boxes of the parts are stored in nodes too.
 */
export interface TreePlan {
  /** Index of the species. */
  readonly species: number;
  readonly parts: number;
  /** The index of its first row in scratch.treePart, and of its first node in scratch.treeTop. */
  readonly firstPart: number;
  readonly firstTop: number;
  /** The index of its first block in scratch.treeBlock, and of its first node in scratch.treeNode. */
  readonly firstBlock: number;
  readonly firstNode: number;
}

/** The number of agents of a block, which are compared together. */
export const LEAF = 8;
/** The number of children of a node. */
export const FAN = 4;
/** The number of parts of a large tree: as many as the most workers of a world. */
export const PARTS = 32;
/** From this many agents on, the tree of a species is built in parts. */
export const WORTH_PARTS = 16_384;
/** Words of a block: LEAF values of x, then of y, then of z (m). The rest is work space for building the tree. */
export const BLOCK_WORDS = 4 * LEAF;
/** Words of a node: FAN values each of the low x, y, z and the high x, y, z of its children (m). */
export const NODE_WORDS = 6 * FAN;
/** Words of a part: its number of agents, its first block and its first node. */
export const PART_WORDS = 4;
/** The most agents that are sampled to decide where a tree is cut into parts. */
export const SAMPLE = 1024;
/** The offsets of the lists for building trees in a worker's work space, in words. */
export const TREE_ROOM = {
  sample: 0,
  cutAxis: 4 * SAMPLE,
  cutAt: 4 * SAMPLE + PARTS,
  count: 4 * SAMPLE + 2 * PARTS,
  end: 4 * SAMPLE + 3 * PARTS,
  words: 4 * SAMPLE + 4 * PARTS,
} as const;

/** The most blocks of a tree of `count` agents, however the agents are divided among its parts. */
export function blocksFor(count: number, parts: number): number {
  return Math.ceil(count / LEAF) + parts;
}

/** The most nodes of a tree of `count` agents. */
export function nodesFor(count: number, parts: number): number {
  // A level has a quarter of the nodes of the level below, plus one that is not full.
  return Math.ceil(blocksFor(count, parts) / (FAN - 1)) + parts * (levelsOf(count) + 1);
}

/** The number of levels of nodes over `count` agents; at least one. */
export function levelsOf(count: number): number {
  let levels = 1;
  for (let room = LEAF * FAN; room < count; room *= FAN) levels++;
  return levels;
}

/** The most agents under a node of a level. The level of the root is 0. */
export function roomUnder(count: number, level: number): number {
  let room = LEAF * FAN;
  for (let lowest = levelsOf(count) - 1; lowest > level; lowest--) room *= FAN;
  return room;
}
