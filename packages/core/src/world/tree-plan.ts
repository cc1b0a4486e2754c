/**
 * A tree over the living agents of one species, in which others look for the nearest. It is planted in
 * each tick, over positions of front. What is found does not depend on its shape.
 *
 * Agents stand in blocks of LEAF. A node has FAN children, each a node of the level below or, at the
 * lowest level, a block; a level's nodes follow each other. A large tree has PARTS parts, which workers
 * plant side by side; each part has a root of its own, and the boxes of the parts stand in nodes too.
 */
export interface TreePlan {
  /** Index of the species. */
  readonly species: number;
  readonly parts: number;
  /** Its first row in scratch.treePart, and its first node in scratch.treeTop. */
  readonly firstPart: number;
  readonly firstTop: number;
  /** Its first block in scratch.treeBlock, and its first node in scratch.treeNode. */
  readonly firstBlock: number;
  readonly firstNode: number;
}

/** Agents of a block, which are compared together. */
export const LEAF = 8;
/** Children of a node. */
export const FAN = 4;
/** Parts of a large tree: as many as a world may have workers. */
export const PARTS = 32;
/** Agents of a species from which its tree is planted in parts. */
export const WORTH_PARTS = 16_384;
/** Words of a block: x, y, z (m) of its agents, each LEAF in a row; the rest is room for planting. */
export const BLOCK_WORDS = 4 * LEAF;
/** Words of a node: the low x, y, z and the high x, y, z (m) of its children, each FAN in a row. */
export const NODE_WORDS = 6 * FAN;
/** Words of a part: its agents, its first block, its first node. */
export const PART_WORDS = 4;
/** Agents at most that decide where a tree is cut into parts. */
export const SAMPLE = 1024;
/** Where the lists for planting stand in a worker's room, in words. */
export const TREE_ROOM = {
  sample: 0,
  cutAxis: 4 * SAMPLE,
  cutAt: 4 * SAMPLE + PARTS,
  count: 4 * SAMPLE + 2 * PARTS,
  end: 4 * SAMPLE + 3 * PARTS,
  words: 4 * SAMPLE + 4 * PARTS,
} as const;

/** Blocks that a tree of so many agents may have, however they fall to its parts. */
export function blocksFor(count: number, parts: number): number {
  return Math.ceil(count / LEAF) + parts;
}

/** Nodes that it may have. */
export function nodesFor(count: number, parts: number): number {
  // A level has a quarter of the nodes of the one below, and one that is not full.
  return Math.ceil(blocksFor(count, parts) / (FAN - 1)) + parts * (levelsOf(count) + 1);
}

/** Levels of nodes over so many agents; at least one. */
export function levelsOf(count: number): number {
  let levels = 1;
  for (let room = LEAF * FAN; room < count; room *= FAN) levels++;
  return levels;
}

/** Agents that there is room for under a node of a level, the root's being 0. */
export function roomUnder(count: number, level: number): number {
  let room = LEAF * FAN;
  for (let lowest = levelsOf(count) - 1; lowest > level; lowest--) room *= FAN;
  return room;
}
