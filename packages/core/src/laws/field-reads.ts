import type { NodeData } from './node.ts';

const AXES: readonly string[] = ['x', 'y', 'z'];

/** Returns the name of the field that a node reads, and the axis if the node reads a gradient. */
export function fieldReadBy([, , , , of]: Extract<NodeData, readonly ['field', ...unknown[]]>): {
  readonly field: string;
  readonly axis: 0 | 1 | 2 | undefined;
} {
  const [field, axis] = of.split('.');
  return { field, axis: axis === undefined ? undefined : (AXES.indexOf(axis) as 0 | 1 | 2) };
}

interface Reading {
  readonly nodes: readonly NodeData[];
  readonly deposit?: Readonly<Record<string, number>> | undefined;
}

/** Returns the names of the scalar fields that a law reads or deposits into, without duplicates. */
export function fieldsOfLaw({ nodes, deposit = {} }: Reading): readonly string[] {
  const read = nodes.flatMap((node) => (node[0] === 'field' ? [fieldReadBy(node).field] : []));
  return [...new Set([...read, ...Object.keys(deposit)])];
}
