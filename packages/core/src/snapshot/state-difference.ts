import type { Row, State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { statePlanes } from './state-planes.ts';

/** The first column in which two states differ, and the first agent in it. */
export interface StateDifference {
  /** The name of the column, with the component of a vector: "velocityY". */
  readonly column: string;
  /** The index of the agent; undefined for a column that is not of agents. */
  readonly agent: number | undefined;
  /** The index of the element, for a column that is not of agents. */
  readonly element: number | undefined;
  readonly found: number;
  readonly expected: number;
}

/** Columns that follow from positions. They are compared last, because a difference in them says less. */
const DERIVED: readonly string[] = ['id', 'slot', 'cellStart'];

/** Whether a column has an element for each place. Routes are stored by agent index. */
function isByPlace(per: Row[2]): boolean {
  return per === 'agent' || per.endsWith('Agent');
}

/** Compares the bits of two states of one plan, agent by agent, even if agents have different places. */
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
