import type { WorkedLaw } from './law.ts';
import { type NodeData, SPECIES_VALUES, type WorldValue } from './node.ts';
import { applyOperation, OPERATIONS, type OperationName } from './operations.ts';

/** The values of a behavior that all agents of its species share. */
export interface Uniform {
  readonly parameterOf: (name: string) => number;
  readonly worldOf: (value: WorldValue) => number;
}

const LEAVES: ReadonlySet<string> = new Set(['number', 'whole', 'truth', 'parameter', 'world']);
const OF_SPECIES: ReadonlySet<string> = new Set([...SPECIES_VALUES, 'species']);

/** Returns the nodes whose values are the same for all agents that one behavior steers. */
export function sharedNodes({ nodes }: Pick<WorkedLaw, 'nodes'>): ReadonlySet<number> {
  const shared = new Set<number>();
  nodes.forEach(([name, ...rest], at) => {
    const isShared =
      LEAVES.has(name) ||
      (name === 'self' && OF_SPECIES.has(rest[0] as string)) ||
      (Object.hasOwn(OPERATIONS, name) && rest.every((operand) => shared.has(operand as number)));
    if (isShared) shared.add(at);
  });
  return shared;
}

/** Returns the value of a node that depends only on numbers, parameters and values of the world. */
export function uniformValue({ nodes }: WorkedLaw, at: number, uniform: Uniform): number {
  // Each node is computed once. A recursion would take exponential time, if nodes are used twice by nodes that are used
  // twice, and so on.
  const values: number[] = [];
  for (const node of nodes.slice(0, at + 1)) values.push(uniformOf(node, values, uniform));
  return values[at];
}

/** Returns the value of a node that has no operands and is the same for all agents. Undefined for any other node. */
export function uniformLeaf(node: NodeData, uniform: Uniform): number | undefined {
  switch (node[0]) {
    case 'number':
      return Number(node[1]);
    case 'whole':
    case 'truth':
      return node[1];
    case 'parameter':
      return Math.fround(uniform.parameterOf(node[1]));
    case 'world':
      return uniform.worldOf(node[1]);
    default:
      return undefined;
  }
}

/**
 * Returns the value of a uniform node, which is the same for all agents. For any other node, the result has no meaning.
 */
function uniformOf(node: NodeData, values: readonly number[], uniform: Uniform): number {
  const leaf = uniformLeaf(node, uniform);
  if (leaf !== undefined) return leaf;
  if (!Object.hasOwn(OPERATIONS, node[0])) return Number.NaN;
  const [name, a, b, c] = node as readonly [OperationName, number, number, number];
  return applyOperation(name, values[a], values[b], values[c]);
}

/** Returns the radius (m) of a set of neighbors, or `farthest` (m) if the radius is larger. */
export function reachOf(law: WorkedLaw, set: number, uniform: Uniform, farthest: number): number {
  return reachWithin(uniformValue(law, law.nodes[set][1] as number, uniform), farthest);
}

/**
 * Limits the radius (m) of a set of neighbors to `farthest` (m). A negative radius or NaN gives NaN, which reaches no
 * neighbor. A radius of 0 reaches neighbors on the same spot.
 */
export function reachWithin(radius: number, farthest: number): number {
  return radius >= 0 ? Math.fround(Math.min(radius, farthest)) : Number.NaN;
}

/** Returns the indices of the nodes that are sets of neighbors. */
export function setsOf({ nodes }: WorkedLaw): readonly number[] {
  return nodes.flatMap(([name], at) => (name === 'neighbors' ? [at] : []));
}
