import { definitionOf } from '../scenario/behavior-types.ts';
import { isLawType } from '../scenario/law-type.ts';
import { neighborRangesOf } from '../scenario/neighbor-ranges.ts';
import type { Behavior, Scenario } from '../scenario/schema.ts';

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
const WORTH_PARTS = 16_384;
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

/** A tree for each species in which a behavior looks for the nearest, or for its few agents around. */
export function treesOf(scenario: Scenario): TreePlan[] {
  const trees: TreePlan[] = [];
  let [firstPart, firstTop, firstBlock, firstNode] = [0, 0, 0, 0];
  scenario.species.forEach(({ name, count }, species) => {
    if (!isSoughtByNearness(scenario, name) && !isSoughtAround(scenario, name)) return;
    const parts = count < WORTH_PARTS ? 1 : PARTS;
    trees.push({ species, parts, firstPart, firstTop, firstBlock, firstNode });
    firstPart += parts;
    firstTop += Math.ceil(parts / FAN);
    firstBlock += blocksFor(count, parts);
    firstNode += nodesFor(count, parts);
  });
  return trees;
}

function isSoughtByNearness({ species }: Scenario, name: string): boolean {
  const seeks = (behavior: Behavior): boolean => {
    if (!('choose' in behavior) || behavior.choose === 'assigned') return false;
    return behavior.quarry === name || ('second' in behavior && behavior.second?.quarry === name);
  };
  return species.some(({ behaviors }) => behaviors.some(seeks));
}

function isSoughtAround(scenario: Scenario, name: string): boolean {
  return scenario.species.some(({ behaviors }) =>
    behaviors.some(
      (behavior) => looksInTrees(behavior, scenario) && seenBy(behavior).includes(name),
    ),
  );
}

/** Agents per agent of the species that a behavior sees, from which cells hold mostly others. */
const RARE = 8;
/** Behaviors whose SIMD twins walk through cells. */
const IN_CELLS: readonly string[] = ['cohesion', 'alignment', 'separation', 'orca'];

function hasLaw(type: Behavior['type']): boolean {
  return isLawType(type) || definitionOf(type)?.force !== undefined;
}

/** Whether a behavior finds the agents around in trees of the species it sees: where these are rare. */
export function looksInTrees(behavior: Behavior, scenario: Scenario): boolean {
  const seen = seenBy(behavior);
  const inCells = IN_CELLS.includes(behavior.type) || hasLaw(behavior.type);
  if (seen.length === 0 || inCells) return false;
  if (neighborRangesOf(behavior, scenario).length === 0) return false;
  let all = 0;
  let rare = 0;
  for (const { name, count } of scenario.species) {
    all += count;
    if (seen.includes(name)) rare += count;
  }
  return RARE * rare <= all;
}

/** The names of the species that a behavior sees, where it does not see all. */
function seenBy(behavior: Behavior): readonly string[] {
  return ('species' in behavior && behavior.species) || [];
}

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
