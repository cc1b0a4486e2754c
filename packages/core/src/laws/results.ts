import { type ColumnType, planeNamesOf } from '../schema/column-types.ts';
import { forceLawOf } from './force-law.ts';
import type { Law, WorkedLaw } from './law.ts';
import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

/** The range that the next values of a column are kept in. */
export interface ColumnRange {
  readonly name: string;
  readonly type: ColumnType;
  readonly min: number;
  readonly max: number;
}

/** The law that yields the force (N) of a law alone. */
export function lawOfForce(law: Law): Law {
  const force = forceLawOf(law);
  if (law.wants === undefined && law.next === undefined) return force;
  return yielding(force, force.vector) as Law;
}

/** The law that yields what a law says that it wants; undefined for one that says nothing. */
export function lawOfWants(law: Law): Law | undefined {
  if (law.wants === undefined) return undefined;
  return yielding({ ...law, result: 'force' }, law.wants) as Law;
}

/**
 * The law that yields the next values of the columns that a law writes, each in the range of its column; undefined for
 * one that writes none. What is NaN stays NaN.
 */
export function lawOfNext(law: Law, ranges: readonly ColumnRange[]): WorkedLaw | undefined {
  const { next } = law;
  if (next === undefined || Object.keys(next).length === 0) return undefined;
  const nodes: NodeData[] = [...law.nodes];
  const places = new Map(nodes.map((node, at) => [node.join(' '), at]));
  const place = (...node: NodeData): number => {
    const key = node.join(' ');
    const known = places.get(key) ?? nodes.push(node) - 1;
    places.set(key, known);
    return known;
  };
  const planes: string[] = [];
  const vector: number[] = [];
  for (const [name, at] of Object.entries(next)) {
    const { type, min, max } = ranges.find((one) => one.name === name)!;
    const within = (value: number): number => {
      if (type === 'u32') {
        const [low, high] = [place('whole', min), place('whole', max)];
        const raised = place('selectWhole', place('lessWhole', value, low), low, value);
        return place('selectWhole', place('lessWhole', high, raised), high, raised);
      }
      const raised = place('max', value, place('number', min));
      // 0 is added last, so that no column holds -0.
      return place('add', place('min', raised, place('number', max)), place('number', 0));
    };
    planes.push(...planeNamesOf(name, type));
    vector.push(...[at].flat().map(within));
  }
  return { ...yielding({ ...law, nodes }, vector), result: 'next', planes };
}

/** The law that yields three of the nodes of another, with what these need. */
function yielding({ wants: _, next: _next, ...law }: Law, vector: readonly number[]): WorkedLaw {
  const needed = new Set<number>(vector);
  // Operands come first, so that one way back finds all.
  for (let at = law.nodes.length - 1; at >= 0; at--) {
    if (needed.has(at)) for (const operand of operandsOf(law.nodes[at])) needed.add(operand);
  }
  const places = new Map<number, number>();
  const nodes: NodeData[] = [];
  law.nodes.forEach((node, at) => {
    if (!needed.has(at)) return;
    places.set(at, nodes.length);
    nodes.push(withOperands(node, places));
  });
  return { ...law, nodes, vector: vector.map((at) => places.get(at)!) };
}

/** A node whose operands have moved. */
function withOperands(node: NodeData, places: ReadonlyMap<number, number>): NodeData {
  const operands = operandsOf(node);
  const [name, ...rest] = node;
  const moved = rest.map((value, k) => (k < operands.length ? places.get(operands[k]) : value));
  return [name, ...moved] as unknown as NodeData;
}
