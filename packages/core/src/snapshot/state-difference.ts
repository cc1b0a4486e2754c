import type { Row, State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { statePlanes } from './state-planes.ts';

/** The first difference between two states: the column, and the first agent or element that differs in it. */
export interface StateDifference {
  /** The name of the column. For a vector, it includes the component, as in "velocityY". */
  readonly column: string;
  /** The index of the agent, for a column that has one element for each place; otherwise undefined. */
  readonly agent: number | undefined;
  /** The index of the element in all other columns, such as `id` and `route`; otherwise undefined. */
  readonly element: number | undefined;
  readonly found: number;
  readonly expected: number;
}

/**
 * Columns that follow from the positions of agents. They are compared last, because a difference in them is less
 * informative.
 */
const DERIVED: readonly string[] = ['id', 'slot', 'cellStart'];

/** Whether a column has one element for each place. Routes are stored by agent index instead. */
function isByPlace(per: Row[2]): boolean {
  return per === 'agent' || per.endsWith('Agent');
}

/**
 * Finds the first difference between two states of the same plan. Compares agent by agent, even if an agent has
 * different places in the two states. 0 and -0 differ, all NaN are equal.
 */
export function stateDifference(
  plan: Plan,
  found: State,
  expected: State,
): StateDifference | undefined {
  const ours = statePlanes(plan, found);
  const theirs = statePlanes(plan, expected);
  const order = ours.map((_, plane) => plane);
  order.sort((a, b) => Number(isDerived(ours[a].name)) - Number(isDerived(ours[b].name)));
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
