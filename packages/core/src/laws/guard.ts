import type { NodeData } from './node.ts';
import { operandsOf, type Pass } from './schedule.ts';

/** What of a walk is worked out of every neighbor, and what of those alone that pass a guard. */
export interface Guarded {
  /** A truth of the neighbor; undefined where nothing is guarded. */
  readonly guard: number | undefined;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Instructions from which it pays to leave them out: a jump that the processor did not foresee takes as long. */
const WORTH_A_JUMP = 16;
/** Those that choose a neighbor by its key. */
const OF_A_KEY = 8;

/**
 * Finds a truth of a neighbor without which a walk changes nothing: compiled code works out what else the walk
 * needs only where it holds for one of four agents. There is one where all that is reduced is written so that
 * it cannot count otherwise: the `sum` of `select(truth, value, 0)`, `any` of `truth.and(...)`, a `minimum` or a
 * key of `lowest` that is `select(truth, key, Infinity)`.
 */
export function guardedOf(nodes: readonly NodeData[], pass: Pass): Guarded {
  const [first, ...rest] = pass.reductions.map((at) => needsOf(nodes, at));
  const ways = first
    .filter((at) => pass.pairs.includes(at) && rest.every((needs) => needs.includes(at)))
    .map((guard) => ({ guard, before: madeOf(nodes, pass, guard) }))
    .sort((a, b) => a.before.length - b.before.length);
  const [way] = ways;
  const after = pass.pairs.filter((at) => !way?.before.includes(at));
  const left = after.length + pass.reductions.length + OF_A_KEY * pass.keys.length;
  if (way === undefined || left < WORTH_A_JUMP) {
    return { guard: undefined, before: pass.pairs, after: [] };
  }
  return { ...way, after };
}

/** The nodes of the pairs that one of them is made of, itself among them. */
function madeOf(nodes: readonly NodeData[], { pairs }: Pass, at: number): readonly number[] {
  const needed = new Set([at]);
  // Operands come first, so that one way back finds all.
  for (let one = at; one >= 0; one--) {
    if (needed.has(one)) for (const operand of operandsOf(nodes[one])) needed.add(operand);
  }
  return pairs.filter((one) => needed.has(one));
}

/** What a reduction leaves as it is where the truth of its operand does not hold. */
const NEUTRAL: Readonly<Record<string, readonly unknown[]>> = {
  sum: [0, '-0'],
  minimum: ['Infinity'],
  maximum: ['-Infinity'],
  lowest: ['Infinity'],
};

/** The truths of which each must hold for a neighbor to count. */
function needsOf(nodes: readonly NodeData[], at: number): readonly number[] {
  const [name, , operand] = nodes[at] as readonly [string, number, number];
  if (name === 'any') return conjunctsOf(nodes, operand);
  const neutral = NEUTRAL[name];
  if (neutral === undefined) return [];
  const [of, truth, , otherwise] = nodes[operand] as readonly [string, number, number, number];
  if (of !== 'select') return [];
  const [kind, value] = nodes[otherwise];
  return kind === 'number' && neutral.includes(value) ? conjunctsOf(nodes, truth) : [];
}

/** A truth, and those that it is the `and` of. */
function conjunctsOf(nodes: readonly NodeData[], at: number): readonly number[] {
  const found = new Set<number>();
  const open = [at];
  while (open.length > 0) {
    const one = open.pop()!;
    if (found.has(one)) continue;
    found.add(one);
    const node = nodes[one];
    if (node[0] === 'and') open.push(...operandsOf(node));
  }
  return [...found];
}
