import type { Row, State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { statePlanes } from './state-planes.ts';

/** The first column in which two states differ, and the first agent in it. */
export interface StateDifference {
  /** By name, with the component of a vector: "velocityY". */
  readonly column: string;
  /** The id of the agent; undefined for what is of no agent. */
  readonly agent: number | undefined;
  /** The element, for what is of no agent. */
  readonly element: number | undefined;
  readonly found: number;
  readonly expected: number;
}

/** They follow from positions: a difference in them alone says less. */
const DERIVED: readonly string[] = ['id', 'slot', 'cellStart'];

/** Columns with an element for each place of the sorted order; a route stands by id. */
function isByPlace(per: Row[2]): boolean {
  return per === 'agent' || per.endsWith('Agent');
}

/** Compares the bits of two states of one plan, agent by agent whatever places they have. */
export function stateDifference(
  plan: Plan,
  found: State,
  expected: State,
): StateDifference | undefined {
  const ours = statePlanes(plan, found);
  const theirs = statePlanes(plan, expected);
  const order = ours.map((_, plane) => plane);
  order.sort((a, b) => Number(isDerived(ours[a].name)) - Number(isDerived(ours[b].name)) || a - b);
  for (const plane of order) {
    const { name, per, view } = ours[plane];
    const other = theirs[plane].view;
    const byPlace = isByPlace(per) && !isDerived(name);
    for (let k = 0; k < view.length; k++) {
      const a = view[byPlace ? found.slot[k] : k];
      const b = other[byPlace ? expected.slot[k] : k];
      if (Object.is(a, b)) continue;
      const agent = byPlace ? k : undefined;
      return { column: name, agent, element: byPlace ? undefined : k, found: a, expected: b };
    }
  }
  return undefined;
}

function isDerived(name: string): boolean {
  return DERIVED.includes(name);
}
