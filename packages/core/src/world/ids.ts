import { MAX_U32 } from '../schema/column-types.ts';

/**
 * How ids are divided into bits. An id identifies one life of one agent. Its low `indexBits` bits are the index of the
 * agent. The other bits count the lives of that index from 0, so no id is ever used twice. In columns with one row per
 * index, such as `slot`, the index is the row.
 *
 * The id of the first life equals the index. Before its first life, an index holds a special id, whose other bits are
 * all 1.
 */
export interface IdPlan {
  readonly indexBits: number;
  /** The bit mask that extracts the index from an id. */
  readonly indexMask: number;
}

/** Plans how the bits of ids are used in a world with this number of agents. */
export function planIds(agents: number): IdPlan {
  let indexBits = 1;
  while (1 << indexBits < agents) indexBits++;
  return { indexBits, indexMask: (1 << indexBits) - 1 };
}

/** The id that an index gets in its next life, if its current id is `id`. */
export function nextId({ indexBits }: IdPlan, id: number): number {
  return (id + (1 << indexBits)) >>> 0;
}

/** The id that an index holds before its first life. */
export function unbornId({ indexBits }: IdPlan, index: number): number {
  return (index - (1 << indexBits)) >>> 0;
}

/** Whether an id is the special id that an index holds before its first life. */
export function isUnborn(plan: IdPlan, id: number): boolean {
  return id >>> plan.indexBits === lastLife(plan) + 1;
}

/** Whether this id is the last one that its index can have. If so, the index gets no further life. */
export function isSpent(plan: IdPlan, id: number): boolean {
  return id >>> plan.indexBits === lastLife(plan);
}

/** Whether a value of any type is a whole number that fits an id. */
export function isId(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_U32;
}

/**
 * Whether a number can be the id of an agent in this world. The special id that an index holds before its first life is
 * not the id of an agent.
 */
export function isIdOf({ ids, agents }: { ids: IdPlan; agents: number }, id: number): boolean {
  return (id & ids.indexMask) < agents && !isUnborn(ids, id);
}

/** The number of the last life that an index can have. The next higher number marks an index that was never alive. */
export function lastLife({ indexBits }: IdPlan): number {
  return (0xffffffff >>> indexBits) - 1;
}
