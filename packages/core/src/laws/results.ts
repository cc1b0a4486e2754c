import { forceLawOf } from './force-law.ts';
import type { Law } from './law.ts';
import type { NodeData } from './node.ts';
import { operandsOf } from './schedule.ts';

type Vector = Law['vector'];

/** The law that yields the force (N) of a law alone. */
export function lawOfForce(law: Law): Law {
  const force = forceLawOf(law);
  return law.wants === undefined ? force : yielding(force, force.vector);
}

/** The law that yields what a law says that it wants; undefined for one that says nothing. */
export function lawOfWants(law: Law): Law | undefined {
  return law.wants === undefined ? undefined : yielding({ ...law, result: 'force' }, law.wants);
}

/** The law that yields three of the nodes of another, with what these need. */
function yielding({ wants: _, ...law }: Law, vector: Vector): Law {
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
  const [x, y, z] = vector.map((at) => places.get(at)!);
  return { ...law, nodes, vector: [x, y, z] };
}

/** A node whose operands have moved. */
function withOperands(node: NodeData, places: ReadonlyMap<number, number>): NodeData {
  const operands = operandsOf(node);
  const [name, ...rest] = node;
  const moved = rest.map((value, k) => (k < operands.length ? places.get(operands[k]) : value));
  return [name, ...moved] as unknown as NodeData;
}
