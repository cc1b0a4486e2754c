import type { NodeData } from './node.ts';
import { operandsOf, type Pass } from './schedule.ts';

/**
 * The nodes of a walk over neighbors. The nodes in `before` are computed for every neighbor. The nodes in `after` are
 * computed only for neighbors that pass the guard.
 */
export interface Guarded {
  /** The node of the guard: a boolean that belongs to a neighbor. Undefined if the walk over neighbors has no guard. */
  readonly guard: number | undefined;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Minimum number of instructions that a guard must skip to pay off. A mispredicted jump costs about that many. */
const WORTH_A_JUMP = 16;
/**
 * The same for a walk with at least MANY reductions, without counting these. Its pairs are first measured and then added
 * in two loops that have no jumps. A guard that holds for about half of the pairs makes such a walk 1.6 times as slow.
 */
const WORTH_A_JUMP_OF_MANY = 48;
/**
 * From this number of reductions on, pairs are measured first, and then added. So each of the two loops keeps its
 * numbers in registers, and no chain of additions delays the measuring.
 */
export const MANY = 6;
/** Number of instructions that it takes to choose a neighbor by its key. */
const OF_A_KEY = 8;

/**
 * Finds a guard of a walk: a boolean that belongs to a neighbor. If the guard is false, the neighbor changes no result
 * of the walk. Compiled code handles a neighbor for four agents at a time. The code skips the nodes of the list `after`
 * if the guard is false for all four agents.
 *
 * A boolean can be a guard if every reduction of the walk ignores neighbors for which the boolean is false. There is no
 * guard if it would skip too few instructions. Examples of reductions that ignore such neighbors:
 *
 * - the `sum` of `select(guard, value, 0)`
 * - `any` of `guard.and(...)`
 * - the `minimum` of `select(guard, key, Infinity)`
 * - `lowest` with the key `select(guard, key, Infinity)`
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
  const isWorth =
    pass.reductions.length < MANY ? left >= WORTH_A_JUMP : after.length >= WORTH_A_JUMP_OF_MANY;
  if (way === undefined || !isWorth) {
    return { guard: undefined, before: pass.pairs, after: [] };
  }
  const { guard, made } = way;
  return { guard, before: pass.pairs.filter((at) => made.has(at)), after };
}

/**
 * Returns the node with the index `at`, and all nodes that its value is made of. The result has only nodes that belong
 * to a neighbor. The set `pairs` holds all nodes of the walk that belong to a neighbor.
 */
function madeOf(
  nodes: readonly NodeData[],
  pairs: ReadonlySet<number>,
  at: number,
): ReadonlySet<number> {
  const made = new Set([at]);
  // `made` grows during the loop. Operands that are not nodes of pairs need no walk.
  for (const one of made) {
    for (const operand of operandsOf(nodes[one])) if (pairs.has(operand)) made.add(operand);
  }
  return made;
}

/** For each reduction, the values that leave its result unchanged. */
const NEUTRAL: Readonly<Record<string, readonly unknown[]>> = {
  sum: [0, '-0'],
  minimum: ['Infinity'],
  maximum: ['-Infinity'],
  lowest: ['Infinity'],
};

/** Returns some booleans. A neighbor cannot change the result of a reduction unless all these booleans are true. */
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

/**
 * Maximum number of booleans that are tried as guards. A law can have thousands of booleans, and each trial takes time.
 */
const MAX_TRUTHS = 32;

/**
 * Returns a set with the boolean node `at`. If this node is an `and`, the set also has all booleans that the node
 * combines. The search stops at MAX_TRUTHS booleans.
 */
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
