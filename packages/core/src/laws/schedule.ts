import type { WorkedLaw } from './law.ts';
import { kindOf, type NodeData, REDUCTIONS } from './node.ts';
import { OPERATIONS } from './operations.ts';
import { sharedNodes } from './uniform.ts';

/**
 * One walk over the neighbors in a set. It contains the nodes that are computed for each pair of agent and neighbor,
 * and the reductions.
 */
export interface Pass {
  /** The number of the node that stands for the set of neighbors. */
  readonly set: number;
  /** The nodes that belong to a neighbor. Each node comes after its operands. */
  readonly pairs: readonly number[];
  /** The nodes that reduce the values of all neighbors to one value. */
  readonly reductions: readonly number[];
  /** The keys by which `nearest` and `lowest` choose one neighbor. Each key is listed once. */
  readonly keys: readonly Key[];
}

/**
 * A key says which value of the neighbors `nearest` or `lowest` compares. The neighbor with the lowest value is chosen.
 * The key is the number of the node that computes the value. For the squared distance (m^2), the key is the text
 * "squared".
 */
export type Key = number | 'squared';

/**
 * A part of a law that can be computed from the results of earlier levels. The list `agents` contains the nodes that
 * are computed first. The list `passes` contains the passes over neighbors that follow.
 */
export interface Level {
  readonly agents: readonly number[];
  readonly passes: readonly Pass[];
}

/** The levels in the order in which the evaluator and compiled code compute them. */
export type Schedule = readonly Level[];

/**
 * Schedules the nodes of a law. Reductions over the same set of neighbors share one walk over the set, unless one of
 * them needs the result of another. For example, a mean and the sum of the differences from that mean take two walks.
 */
export function scheduleOf({ nodes }: Pick<WorkedLaw, 'nodes'>): Schedule {
  const sets = setsOf(nodes);
  const levels = sunk(nodes, sets, levelsOf(nodes));
  return Array.from({ length: Math.max(...levels) + 1 }, (_, level) => {
    const agents = nodes.flatMap((node, at) => {
      const isHere = levels[at] === level && sets[at] === undefined;
      return isHere && kindOf(node) !== 'set' && !isReduction(node) ? [at] : [];
    });
    const ready = nodes.flatMap((node, at) =>
      isReduction(node) && levels[at] === level + 1 ? [at] : [],
    );
    return { agents, passes: passesOf(nodes, sets, ready) };
  });
}

/** Returns the level of each node: the largest number of reductions in a chain of operands that ends at the node. */
function levelsOf(nodes: readonly NodeData[]): readonly number[] {
  const levels: number[] = [];
  for (const node of nodes) {
    const level = Math.max(0, ...operandsOf(node).map((at) => levels[at]));
    levels.push(isReduction(node) ? level + 1 : level);
  }
  return levels;
}

/**
 * Moves nodes of the agent to the first level that needs them. There, compiled code can skip a branch that depends on
 * neighbors, such as the random direction of an agent that shares its spot.
 */
function sunk(
  nodes: readonly NodeData[],
  sets: readonly (number | undefined)[],
  levels: readonly number[],
): readonly number[] {
  const moved = [...levels];
  // What all agents share is computed before the loop over agents, where no plane can be read.
  const shared = sharedNodes({ nodes });
  const last = Math.max(...levels);
  const needed = new Array<number>(nodes.length).fill(last);
  for (let at = nodes.length - 1; at >= 0; at--) {
    const isOfAgent =
      sets[at] === undefined && !isReduction(nodes[at]) && nodes[at][0] !== 'neighbors';
    if (isOfAgent && !shared.has(at)) moved[at] = Math.max(levels[at], needed[at]);
    for (const operand of operandsOf(nodes[at])) {
      // A walk needs the values of agents as early as possible.
      needed[operand] = isOfAgent ? Math.min(needed[operand], moved[at]) : 0;
    }
  }
  return moved;
}

/**
 * For each node that belongs to a neighbor, returns the number of the neighbor's set. A set is a node too, so it has a
 * number. For a node that belongs to the agent itself, returns undefined.
 */
function setsOf(nodes: readonly NodeData[]): readonly (number | undefined)[] {
  const sets: (number | undefined)[] = [];
  for (const node of nodes) {
    const inherits = !isReduction(node) && node[0] !== 'neighbors';
    const inherited = inherits ? operandsOf(node).map((at) => sets[at]) : [];
    sets.push(node[0] === 'other' ? node[1] : inherited.find((set) => set !== undefined));
  }
  return sets;
}

function passesOf(
  nodes: readonly NodeData[],
  sets: readonly (number | undefined)[],
  ready: readonly number[],
): readonly Pass[] {
  const bySet = new Map<number, number[]>();
  for (const at of ready) {
    const set = nodes[at][1] as number;
    bySet.set(set, [...(bySet.get(set) ?? []), at]);
  }
  return [...bySet].map(([set, reductions]) => {
    const needed = new Set<number>();
    const open = reductions.flatMap((at) => operandsOf(nodes[at]));
    while (open.length > 0) {
      const at = open.pop()!;
      if (sets[at] === undefined || needed.has(at)) continue;
      needed.add(at);
      open.push(...operandsOf(nodes[at]));
    }
    const keys = new Set(reductions.map((at) => keyOf(nodes[at])));
    return {
      set,
      reductions,
      pairs: [...needed].sort((a, b) => a - b),
      keys: [...keys].filter((key) => key !== undefined),
    };
  });
}

export function isReduction([name]: NodeData): boolean {
  return Object.hasOwn(REDUCTIONS, name);
}

/** Returns the key of a reduction that chooses one neighbor. Undefined for any other node. */
export function keyOf(node: NodeData): Key | undefined {
  if (node[0] === 'nearest') return 'squared';
  return node[0] === 'lowest' ? node[2] : undefined;
}

/** Returns k for a reduction that finds the k-th nearest neighbor. Undefined for any other node. */
export function rankOf(nodes: readonly NodeData[], at: number): number | undefined {
  const [name, , rank] = nodes[at] as readonly [string, number, number];
  return name === 'rankSquared' || name === 'rankId' ? (nodes[rank][1] as number) : undefined;
}

/** Returns the numbers of the nodes that are the operands of a node. */
export function operandsOf(node: NodeData): readonly number[] {
  const [name, ...rest] = node;
  if (name === 'other' || name === 'cell') return [rest[0] as number];
  if (name === 'field') return rest.slice(0, 3) as number[];
  const refers = name === 'neighbors' || isReduction(node) || Object.hasOwn(OPERATIONS, name);
  return refers ? (rest as number[]) : [];
}
