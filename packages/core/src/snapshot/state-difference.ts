import { viewOf } from '../world/declared-views.ts';
import type { State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import type { PlaneView } from './planes.ts';
import { statePlanes } from './state-planes.ts';

/** The first difference between two states: the column, and the first agent or element that differs in it. */
export interface StateDifference {
  /**
   * The name of the column. For a vector, it includes the component, as in "velocityY". Columns and fields of the
   * scenario have their own names, as in "wind.x".
   */
  readonly column: string;
  /** The index of the agent, for a column of agents; otherwise undefined. */
  readonly agent: number | undefined;
  /**
   * The index of the element. In columns with several numbers for each agent, such as `route`, it is the index among the
   * numbers of the agent. In columns with one number for each agent, it is undefined.
   */
  readonly element: number | undefined;
  readonly found: number;
  readonly expected: number;
}

/** A difference, with the name of the row of layout.ts to which the column belongs. */
export interface RowDifference extends StateDifference {
  readonly row: string;
}

/**
 * Columns that follow from the positions of agents. They are compared last, because a difference in them is less
 * informative.
 */
const DERIVED: readonly string[] = ['id', 'slot', 'cellStart'];

/**
 * Finds the first difference between two states of the same plan. Compares agent by agent, even if an agent has
 * different places in the two states. 0 and -0 differ, all NaN are equal.
 */
export function stateDifference(
  plan: Plan,
  found: State,
  expected: State,
): StateDifference | undefined {
  const difference = rowDifference(plan, found, expected);
  if (difference === undefined) return undefined;
  const { row: _, ...rest } = difference;
  return rest;
}

/** As `stateDifference`, but leaves out some rows, and names the row of the difference. */
export function rowDifference(
  plan: Plan,
  found: State,
  expected: State,
  without: readonly string[] = [],
): RowDifference | undefined {
  const ours = comparedPlanes(plan, found);
  const theirs = comparedPlanes(plan, expected);
  const order = [...ours.keys()].filter((plane) => !without.includes(ours[plane].row));
  order.sort((a, b) => Number(isDerived(ours[a])) - Number(isDerived(ours[b])));
  for (const plane of order) {
    const { name, row, view } = ours[plane];
    const other = theirs[plane].view;
    const words = isDerived(ours[plane]) ? 0 : wordsOf(plan, ours[plane]);
    const byPlace = words === 1;
    for (let k = 0; k < view.length; k++) {
      const a = view[byPlace ? found.slot[k] : k];
      const b = other[byPlace ? expected.slot[k] : k];
      if (Object.is(a, b)) continue;
      const agent = words === 0 ? undefined : Math.floor(k / words);
      const element = words === 0 ? k : words === 1 ? undefined : k % words;
      return { row, column: name, agent, element, found: a, expected: b };
    }
  }
  return undefined;
}

function isDerived({ row }: PlaneView): boolean {
  return DERIVED.includes(row);
}

/**
 * The number of elements that each agent has in a plane; 0 for planes that are not of agents. Planes with one element
 * for each agent are in the order of places. All others are in the order of agent indices.
 */
function wordsOf({ agents }: Plan, { per, view }: PlaneView): number {
  if (per === 'agent' || per.endsWith('Agent')) return 1;
  return per.endsWith('Index') ? view.length / agents : 0;
}

/** The planes of a state. The columns and the fields that the scenario declares are planes of their own. */
function comparedPlanes(plan: Plan, state: State): PlaneView[] {
  return statePlanes(plan, state).flatMap((plane): PlaneView[] => {
    const { row, per } = plane;
    if (row === 'custom') {
      return plan.columns.flatMap(({ planes, type, first }) =>
        planes.map((name, component) => {
          const view = viewOf(state.custom, type, first + component, plan.agents);
          return { name, row, per: 'agent', view };
        }),
      );
    }
    if (row !== 'scalar') return [plane];
    return plan.scalars.map(({ name, first, count }) => {
      return { name, row, per, view: state.scalar.subarray(first, first + count) };
    });
  });
}

/** The value of a state at the place of a difference. */
export function valueIn(
  plan: Plan,
  state: State,
  { row, column, agent, element }: Omit<RowDifference, 'found' | 'expected'>,
): number {
  const plane = comparedPlanes(plan, state).find((one) => one.row === row && one.name === column)!;
  if (agent === undefined) return plane.view[element!];
  if (element === undefined) return plane.view[state.slot[agent]];
  return plane.view[agent * wordsOf(plan, plane) + element];
}
