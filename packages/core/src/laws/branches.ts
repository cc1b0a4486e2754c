import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

/** Nodes that only one side of a condition's selects needs: worked out where that side is taken by one of four. */
export interface Branch {
  /** A truth of the agent. */
  readonly condition: number;
  /** Which side: that of the agents for which it holds, or that of the others. */
  readonly side: 'yes' | 'no';
  /** Operands first. */
  readonly nodes: readonly number[];
}

/** What is worked out at once: a node, or a branch. */
export type Unit = number | Branch;

/** Where a select has its sides. */
const OPERAND = { yes: 1, no: 2 } as const;

/** Instructions from which it pays to leave them out: a jump that the processor did not foresee takes as long. */
const WORTH_A_JUMP = 80;
/** Instructions that take as long as several. */
const COST: Readonly<Record<string, number>> = { div: 4, sqrt: 4, divWhole: 16, modWhole: 20 };

/**
 * Puts the nodes of a level in an order in which operands come first, with branches for what is rarely needed.
 * Such are the direction of its own of an agent that stands on its aim, and what is done about a target straight
 * behind.
 *
 * @param agents the nodes that are worked out for each four agents
 * @param kept those of them whose values are used beyond the level's other nodes
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
    // What lies in a branch already is left out with it.
    if (taken.has(condition) || own.some((at) => taken.has(at))) continue;
    for (const at of own) taken.add(at);
    branches.push({ condition, side, nodes: [...own].sort((a, b) => a - b) });
  }
  return withBranches(nodes, agents, branches);
}

/** Two branches of which each needs what is selected of the other have no order: the lesser ones are given up. */
function withBranches(
  nodes: readonly NodeData[],
  agents: readonly number[],
  branches: readonly Branch[],
): readonly Unit[] {
  let sound = agents as readonly Unit[];
  // What has an order has one with fewer branches, too.
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

/** Whether operands come first. */
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
      return operandsOf(nodes[at]).every((one) => !left.has(one));
    });
    return isReady;
  });
}

/** The selects of a level by their condition. */
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

/** Finds what one side alone of some selects needs; in steps of its length, as there may be thousands of sides. */
class Sides {
  readonly #operands: readonly (readonly number[])[];
  /** How often the value of a node is used; endlessly where it may not lie in a branch. */
  readonly #uses: Float64Array;

  constructor(nodes: readonly NodeData[], agents: readonly number[], kept: ReadonlySet<number>) {
    this.#operands = nodes.map(operandsOf);
    this.#uses = new Float64Array(nodes.length).fill(Number.POSITIVE_INFINITY);
    for (const at of agents) if (!kept.has(at)) this.#uses[at] = 0;
    for (const operands of this.#operands) for (const at of operands) this.#uses[at]++;
  }

  /** The nodes that nothing needs but one side of these selects, and that need none of these. */
  neededBy(condition: number, selects: readonly number[], side: 'yes' | 'no'): readonly number[] {
    const left = new Map<number, number>([[condition, Number.POSITIVE_INFINITY]]);
    const needed: number[] = [];
    const use = (at: number): void => {
      const uses = (left.get(at) ?? this.#uses[at]) - 1;
      left.set(at, uses);
      if (uses === 0) needed.push(at);
    };
    for (const select of selects) use(this.#operands[select][OPERAND[side]]);
    // Grows as it is gone through.
    for (const at of needed) for (const operand of this.#operands[at]) use(operand);
    return this.#isLate(needed, selects) ? [] : needed;
  }

  /** Whether a side is made of what another of the selects yields: then it comes after it. */
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

/** Nodes and branches, each after what it is made of. */
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
    // A stack of its own: an expression may be deeper than calls can be.
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
