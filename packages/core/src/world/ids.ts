/**
 * An id names one life of one agent. Its low `indexBits` are the agent's index, which by-index columns such as `slot`
 * are addressed with; the bits above count the lives of that index from 0, so no id is ever given twice. An index that
 * was never alive holds the id before its first: its first life has its index as id.
 */
export interface IdPlan {
  readonly indexBits: number;
  /** The bits of an id that are its index. */
  readonly indexMask: number;
}

/** The ids of a world of `agents` agents. */
export function planIds(agents: number): IdPlan {
  let indexBits = 1;
  while (1 << indexBits < agents) indexBits++;
  return { indexBits, indexMask: (1 << indexBits) - 1 };
}

/** The id of the next life of what has an id now. */
export function nextId({ indexBits }: IdPlan, id: number): number {
  return (id + (1 << indexBits)) >>> 0;
}

/** The id of an index that was never alive. */
export function unbornId({ indexBits }: IdPlan, index: number): number {
  return (index - (1 << indexBits)) >>> 0;
}

/** Whether an id is of an index that was never alive. */
export function isUnborn(plan: IdPlan, id: number): boolean {
  return id >>> plan.indexBits === lastLife(plan) + 1;
}

/** Whether no life may follow the one with this id. */
export function isSpent(plan: IdPlan, id: number): boolean {
  return id >>> plan.indexBits === lastLife(plan);
}

/** Whether a number may be the id of one of some agents, whichever life it is. */
export function isIdOf({ ids, agents }: { ids: IdPlan; agents: number }, id: number): boolean {
  return (id & ids.indexMask) < agents && !isUnborn(ids, id);
}

/** The last life of an index: the one after it says that there was none yet. */
export function lastLife({ indexBits }: IdPlan): number {
  return (0xffffffff >>> indexBits) - 1;
}
