import type { Part } from './expressions.ts';
import type { NodeData } from './node.ts';

/** The nodes of expressions, and where in the list each of these ends up. */
export interface NodeList {
  readonly nodes: readonly NodeData[];
  readonly places: readonly number[];
}

/**
 * Lists what expressions are made of: operands first, in the order in which a walk from the left comes to
 * them, and what is alike once. Equal expressions give equal lists, and what no result needs is in none.
 */
export function listNodes(results: readonly Part[]): NodeList {
  const nodes: NodeData[] = [];
  const byKey = new Map<string, number>();
  const byPart = new Map<Part, number>();
  for (const result of results) {
    // A stack of its own: an expression may be deeper than calls can be.
    const open: Part[] = [result];
    while (open.length > 0) {
      const part = open.at(-1)!;
      const missing = byPart.has(part) ? undefined : part.operands.find((one) => !byPart.has(one));
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
  const data: unknown = [name, ...operands.map((one) => places.get(one)), ...own];
  return data as NodeData;
}

function writable(of: string | number): string | number {
  if (typeof of === 'string' || (Number.isFinite(of) && !Object.is(of, -0))) return of;
  return of === 0 ? '-0' : String(of);
}
