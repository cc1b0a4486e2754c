import type { Law } from './law.ts';
import type { NodeData } from './node.ts';

/**
 * Converts a velocity law to a force law. In one tick, the force (N) gives the body the wanted velocity (m/s), except
 * for f32 rounding. The force also makes up for the damping. A force law is returned unchanged.
 */
export function forceLawOf(law: Law): Law {
  if (law.result === 'force') return law;
  const nodes: NodeData[] = [...law.nodes];
  const places = new Map(nodes.map((node, at) => [node.join(' '), at]));
  const place = (...node: NodeData): number => {
    const key = node.join(' ');
    const known = places.get(key) ?? nodes.push(node) - 1;
    places.set(key, known);
    return known;
  };
  const vector = (['x', 'y', 'z'] as const).map((axis, k) => {
    const now = place('self', `velocity.${axis}`);
    const change = place('div', place('sub', law.vector[k], now), place('world', 'dt'));
    const drag = place('mul', place('self', 'damping'), now);
    const force = place('mul', place('self', 'mass'), place('add', change, drag));
    const factor = place('self', 'forceFactor');
    const still = place('equal', factor, place('number', 0));
    // If forces are multiplied by 0, no force can help.
    return place('select', still, place('number', 0), place('div', force, factor));
  });
  return { ...law, nodes, vector: vector as unknown as Law['vector'] };
}
