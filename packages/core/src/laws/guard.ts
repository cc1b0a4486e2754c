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
 * it cannot count otherwise. Such are the `sum` of `select(truth, value, 0)`, `any` of `truth.and(...)`, a `minimum` or a
 * key of `lowest` that is `select(truth, key, Infinity)`.
 */
export function guardedOf(nodes: readonly NodeData[], pass: Pass): Guarded {
  const [first, ...rest] = pass.reductions.map((at) => needsOf(nodes, at));
  const pairs = new Set(pass.pairs);
  const [way] = [...first]
    .filter((at) => pairs.has(at) && rest.every((needs) => needs.has(at)))
    .map((guard) => ({ guard, made: madeOf(nodes, pairs, guard) }))
    .sort((a, b) => a.made.size - b.made.size);
  const after = pass.pairs.filter((at) => !way?.made.has(at));
  const left = after.length + pass.reductions.length + OF_A_KEY * pass.keys.length;
  if (way === undefined || left < WORTH_A_JUMP) {
    return { guard: undefined, before: pass.pairs, after: [] };
  }
  const { guard, made } = way;
  return { guard, before: pass.pairs.filter((at) => made.has(at)), after };
}

/** The nodes of the pairs that one of them is made of, itself among them. */
function madeOf(
  nodes: readonly NodeData[],
  pairs: ReadonlySet<number>,
  at: number,
): ReadonlySet<number> {
  const made = new Set([at]);
  // Grows as it is gone through. What a pair is made of is of the pair, too, or needs no walk.
  for (const one of made) {
    for (const operand of operandsOf(nodes[one])) if (pairs.has(operand)) made.add(operand);
  }
  return made;
}

/** What a reduction leaves as it is where the truth of its operand does not hold. */
const NEUTRAL: Readonly<Record<string, readonly unknown[]>> = {
  sum: [0, '-0'],
  minimum: ['Infinity'],
  maximum: ['-Infinity'],
  lowest: ['Infinity'],
};

/** The truths of which each must hold for a neighbor to count. */
function needsOf(nodes: readonly NodeData[], at: number): ReadonlySet<number> {
  const [name, , operand] = nodes[at] as readonly [string, number, number];
  if (name === 'any') return conjunctsOf(nodes, operand);
  const neutral = NEUTRAL[name];
  if (neutral === undefined) return NONE;
  const [of, truth, , otherwise] = nodes[operand] as readonly [string, number, number, number];
  if (of !== 'select') return NONE;
  const [kind, value] = nodes[otherwise];
  return kind === 'number' && neutral.includes(value) ? conjunctsOf(nodes, truth) : NONE;
}

const NONE: ReadonlySet<number> = new Set();

/** Truths that are looked at as guards: there may be thousands, and how long each is takes as long to find. */
const MAX_TRUTHS = 32;

/** A truth, and those that it is the `and` of. */
function conjunctsOf(nodes: readonly NodeData[], at: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [at];
  while (open.length > 0 && found.size < MAX_TRUTHS) {
    const one = open.pop()!;
    if (found.has(one)) continue;
    found.add(one);
    const node = nodes[one];
    if (node[0] === 'and') open.push(...operandsOf(node));
  }
  return found;
}
