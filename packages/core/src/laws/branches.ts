import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

/**
 * A group of nodes that only one side of a condition needs. The condition decides one or more `select` nodes. Compiled
 * code handles four agents at a time. If none of the four agents takes that side, the code skips the nodes.
 */
export interface Branch {
  /** The node of the condition, a boolean that belongs to the agent. */
  readonly condition: number;
  /**
   * The agents that need `nodes`: 'yes' for agents whose condition is true, 'no' for agents whose condition is false.
   */
  readonly side: 'yes' | 'no';
  /** The nodes of the branch. The operands of a node come before the node. */
  readonly nodes: readonly number[];
}

/** What compiled code computes as one unit: a node (by its number) or a branch. */
export type Unit = number | Branch;

/** The index of the operand that a `select` node takes if its condition is true (`yes`) or false (`no`). */
const OPERAND = { yes: 1, no: 2 } as const;

/**
 * Minimum number of instructions for which a branch pays off. A mispredicted jump costs about as much as this many
 * instructions.
 */
const WORTH_A_JUMP = 80;
/**
 * The cost of each slow instruction, as a number of simple instructions. Instructions that are not listed here cost 1.
 */
const COST: Readonly<Record<string, number>> = { div: 4, sqrt: 4, divWhole: 16, modWhole: 20 };

/**
 * Sorts the nodes of a level so that operands come first. Nodes that are rarely needed go into branches. Examples are
 * the random direction of an agent that is exactly on its aim, and the turn to a target straight behind.
 *
 * @param agents the nodes that are computed for each group of four agents
 * @param kept the nodes of `agents` whose values are used outside the level
 */
export function unitsOf(
  nodes: readonly NodeData[],
  agents: readonly number[],
  kept: ReadonlySet<number>,
): readonly Unit[] {
  const sides = new Sides(nodes, agents, kept);
  const branches: Branch[] = [];
  const taken = new Set<number>();
  const found = selectsOf(nodes, agents)
    .flatMap(({ condition, selects }) =>
      (['yes', 'no'] as const).map((side) => ({
        condition,
        side,
        nodes: sides.neededBy(condition, selects, side),
      })),
    )
    .map((one) => ({ ...one, cost: costOf(nodes, one.nodes) }))
    .filter(({ cost }) => cost >= WORTH_A_JUMP)
    .sort((a, b) => b.cost - a.cost || a.condition - b.condition);
  for (const { condition, side, nodes: own } of found) {
    // Nodes that are already in a branch are skipped together with it.
    if (taken.has(condition) || own.some((at) => taken.has(at))) continue;
    for (const at of own) taken.add(at);
    branches.push({ condition, side, nodes: [...own].sort((a, b) => a - b) });
  }
  return withBranches(nodes, agents, branches);
}

/**
 * Sorts nodes and branches so that each comes after its operands. If branches need results of each other, no such order
 * exists. The cheapest branches are then dropped until an order exists.
 */
function withBranches(
  nodes: readonly NodeData[],
  agents: readonly number[],
  branches: readonly Branch[],
): readonly Unit[] {
  let sound = agents as readonly Unit[];
  // If an order exists, one also exists with fewer branches, so a binary search finds the most.
  let [least, most] = [1, branches.length];
  while (least <= most) {
    const count = most === branches.length ? most : (least + most) >> 1;
    const units = ordered(nodes, agents, branches.slice(0, count));
    if (isInOrder(nodes, agents, units)) {
      sound = units;
      least = count + 1;
    } else {
      most = count - 1;
    }
  }
  return sound;
}

/** Returns whether every node comes after its operands. */
function isInOrder(
  nodes: readonly NodeData[],
  agents: readonly number[],
  units: readonly Unit[],
): boolean {
  const left = new Set(agents);
  return units.every((unit) => {
    const own = typeof unit === 'number' ? [unit] : [unit.condition, ...unit.nodes];
    const isReady = own.every((at) => {
      if (typeof unit === 'number' || at !== unit.condition) left.delete(at);
      else if (left.has(at)) return false;
      return operandsOf(nodes[at]).every((value) => !left.has(value));
    });
    return isReady;
  });
}

/** Returns the nodes of type `select` in a level, grouped by their condition. */
function selectsOf(nodes: readonly NodeData[], agents: readonly number[]) {
  const byCondition = new Map<number, number[]>();
  for (const at of agents) {
    const [name, condition] = nodes[at] as readonly [string, number];
    if (name !== 'select' && name !== 'selectWhole') continue;
    const selects = byCondition.get(condition) ?? [];
    selects.push(at);
    byCondition.set(condition, selects);
  }
  return [...byCondition].map(([condition, selects]) => ({ condition, selects }));
}

/**
 * Each select node has a 'yes' side and a 'no' side. For a group of select nodes with the same condition, this class
 * finds two kinds of nodes. One kind is needed only by the 'yes' sides of the group, and the other only by the 'no'
 * sides.
 *
 * A law can have thousands of sides. To save time, the search for the nodes of a side follows only operands of the
 * select nodes and of nodes found. If the group has several select nodes, a check can also visit other nodes.
 */
class Sides {
  readonly #operands: readonly (readonly number[])[];
  /** For each node, how often its value is used; infinity if the node cannot be in a branch. */
  readonly #uses: Float64Array;

  constructor(nodes: readonly NodeData[], agents: readonly number[], kept: ReadonlySet<number>) {
    this.#operands = nodes.map(operandsOf);
    this.#uses = new Float64Array(nodes.length).fill(Number.POSITIVE_INFINITY);
    for (const at of agents) if (!kept.has(at)) this.#uses[at] = 0;
    for (const operands of this.#operands) for (const at of operands) this.#uses[at]++;
  }

  /**
   * Returns the nodes that are needed only for one side of the select nodes in `selects`. The parameter `side` says
   * which side. If a found node depends on the result of a select node in `selects`, returns no nodes.
   */
  neededBy(condition: number, selects: readonly number[], side: 'yes' | 'no'): readonly number[] {
    const left = new Map<number, number>([[condition, Number.POSITIVE_INFINITY]]);
    const needed: number[] = [];
    const use = (at: number): void => {
      const uses = (left.get(at) ?? this.#uses[at]) - 1;
      left.set(at, uses);
      if (uses === 0) needed.push(at);
    };
    for (const select of selects) use(this.#operands[select][OPERAND[side]]);
    // `needed` grows during the loop.
    for (const at of needed) for (const operand of this.#operands[at]) use(operand);
    return this.#isLate(needed, selects) ? [] : needed;
  }

  /**
   * Returns whether any of the `needed` nodes depends on the result of one of the `select` nodes. A dependent node must
   * be computed after that `select` node.
   */
  #isLate(needed: readonly number[], selects: readonly number[]): boolean {
    if (selects.length === 1 || needed.length === 0) return false;
    const first = Math.min(...selects);
    const last = needed.reduce((most, at) => Math.max(most, at), 0);
    const late = new Uint8Array(this.#operands.length);
    for (const select of selects) late[select] = 1;
    for (let at = first; at <= last; at++) {
      for (const operand of this.#operands[at]) late[at] |= late[operand];
    }
    return needed.some((at) => late[at] === 1);
  }
}

function costOf(nodes: readonly NodeData[], of: readonly number[]): number {
  return of.reduce((sum, at) => sum + (COST[nodes[at][0]] ?? 1), 0);
}

/** Sorts nodes and branches so that each comes after its operands, as far as such an order exists. */
function ordered(
  nodes: readonly NodeData[],
  agents: readonly number[],
  branches: readonly Branch[],
): readonly Unit[] {
  const unitOf = new Map<number, Unit>(agents.map((at) => [at, at]));
  for (const branch of branches) for (const at of branch.nodes) unitOf.set(at, branch);
  const units: Unit[] = [];
  const begun = new Set<Unit>();
  const open: { unit: Unit; needs: Unit[] }[] = [];
  const begin = (unit: Unit): void => {
    if (begun.has(unit)) return;
    begun.add(unit);
    const own = typeof unit === 'number' ? [unit] : [...unit.nodes];
    const made = own.flatMap((at) => operandsOf(nodes[at]));
    if (typeof unit !== 'number') made.push(unit.condition);
    const needs = made.flatMap((at) => unitOf.get(at) ?? []).filter((one) => one !== unit);
    open.push({ unit, needs });
  };
  for (const at of agents) {
    begin(unitOf.get(at)!);
    // An explicit stack, because an expression can be deeper than the call stack.
    while (open.length > 0) {
      const { unit, needs } = open.at(-1)!;
      const next = needs.pop();
      if (next !== undefined) begin(next);
      else {
        open.pop();
        units.push(unit);
      }
    }
  }
  return units;
}
