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
 * Puts the nodes of a level in an order in which operands come first, with branches for what is rarely needed:
 * the direction of its own of an agent that stands on its aim, what is done about a target straight behind.
 *
 * @param agents the nodes that are worked out for each four agents
 * @param kept those of them whose values are used beyond the level's other nodes
 */
export function unitsOf(
  nodes: readonly NodeData[],
  agents: readonly number[],
  kept: ReadonlySet<number>,
): readonly Unit[] {
  const users = usersOf(nodes, agents);
  const branches: Branch[] = [];
  const taken = new Set<number>();
  const found = selectsOf(nodes, agents)
    .flatMap(({ condition, selects }) =>
      (['yes', 'no'] as const).map((side) => ({ condition, selects, side })),
    )
    .map((one) => ({ ...one, nodes: neededBy(nodes, agents, kept, users, one) }))
    .map((one) => ({ ...one, cost: costOf(nodes, one.nodes) }))
    .filter(({ cost }) => cost >= WORTH_A_JUMP)
    .sort((a, b) => b.cost - a.cost || a.condition - b.condition);
  for (const { condition, side, nodes: own } of found) {
    // What lies in a branch already is left out with it.
    if (own.some((at) => taken.has(at)) || taken.has(condition)) continue;
    for (const at of own) taken.add(at);
    branches.push({ condition, side, nodes: own });
  }
  // Two branches of which each needs what is selected of the other have no order: the lesser one is given up.
  for (; branches.length > 0; branches.pop()) {
    const units = ordered(nodes, agents, branches);
    if (isInOrder(nodes, agents, units)) return units;
  }
  return agents;
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

type Users = ReadonlyMap<number, readonly number[]>;

/** The nodes of a level, and what is beyond it as -1, by which each is used. */
function usersOf(nodes: readonly NodeData[], agents: readonly number[]): Users {
  const own = new Set(agents);
  const users = new Map<number, number[]>(agents.map((at) => [at, []]));
  nodes.forEach((node, user) => {
    for (const at of operandsOf(node)) users.get(at)?.push(own.has(user) ? user : -1);
  });
  return users;
}

/** The selects of a level by their condition. */
function selectsOf(nodes: readonly NodeData[], agents: readonly number[]) {
  const byCondition = new Map<number, number[]>();
  for (const at of agents) {
    const [name, condition] = nodes[at] as readonly [string, number];
    if (name !== 'select' && name !== 'selectWhole') continue;
    byCondition.set(condition, [...(byCondition.get(condition) ?? []), at]);
  }
  return [...byCondition].map(([condition, selects]) => ({ condition, selects }));
}

/** The nodes that nothing needs but one side of these selects, and that need none of these. */
function neededBy(
  nodes: readonly NodeData[],
  agents: readonly number[],
  kept: ReadonlySet<number>,
  users: Users,
  {
    condition,
    selects,
    side,
  }: { condition: number; selects: readonly number[]; side: 'yes' | 'no' },
): readonly number[] {
  const needed = new Set<number>();
  const isOnlyOf = (at: number, user: number): boolean => {
    if (needed.has(user)) return true;
    if (!selects.includes(user)) return false;
    return operandsOf(nodes[user]).every((one, k) => one !== at || k === OPERAND[side]);
  };
  for (const at of [...agents].sort((a, b) => b - a)) {
    const by = users.get(at)!;
    if (at === condition || kept.has(at) || by.length === 0) continue;
    if (by.every((user) => user >= 0 && isOnlyOf(at, user))) needed.add(at);
  }
  // A side that is made of what another of the selects yields comes after it.
  const late = new Set<number>(selects);
  for (const at of [...agents].sort((a, b) => a - b)) {
    if (operandsOf(nodes[at]).some((one) => late.has(one))) late.add(at);
  }
  const early = [...needed].filter((at) => !late.has(at)).sort((a, b) => a - b);
  return early.length === needed.size ? early : [];
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
