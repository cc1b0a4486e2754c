import type { Part } from './expressions.ts';
import type { NodeData } from './node.ts';

/**
 * A list with the nodes of some expressions. For each expression, `places` has the index of its result in this list.
 */
export interface NodeList {
  readonly nodes: readonly NodeData[];
  readonly places: readonly number[];
}

/**
 * Lists the nodes of expressions, each node after its operands. The order is depth-first from the left. Equal nodes are
 * listed once, and nodes that no result needs are left out. Equal expressions give equal lists.
 */
export function listNodes(results: readonly Part[]): NodeList {
  const nodes: NodeData[] = [];
  const byKey = new Map<string, number>();
  const byPart = new Map<Part, number>();
  for (const result of results) {
    // An explicit stack, because an expression can be deeper than the call stack.
    const open: Part[] = [result];
    while (open.length > 0) {
      const part = open.at(-1)!;
      const missing = byPart.has(part)
        ? undefined
        : part.operands.find((operand) => !byPart.has(operand));
      if (missing !== undefined) {
        open.push(missing);
        continue;
      }
      open.pop();
      if (byPart.has(part)) continue;
      const node = dataOf(part, byPart);
      const key = node.join(' ');
      const place = byKey.get(key) ?? nodes.push(node) - 1;
      byKey.set(key, place);
      byPart.set(part, place);
    }
  }
  return { nodes, places: results.map((result) => byPart.get(result)!) };
}

function dataOf({ name, operands, of }: Part, places: ReadonlyMap<Part, number>): NodeData {
  const own = of === undefined ? [] : [writable(of)];
  const data: unknown = [name, ...operands.map((operand) => places.get(operand)), ...own];
  return data as NodeData;
}

function writable(of: string | number): string | number {
  if (typeof of === 'string' || (Number.isFinite(of) && !Object.is(of, -0))) return of;
  return of === 0 ? '-0' : String(of);
}
