import { STATE_ROWS, type State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import { type PlaneView, planeViews } from './columns.ts';

type StateRow = (typeof STATE_ROWS)[number];

/**
 * Returns which rows of a state are saved. Rows that never change are not saved, because they follow from the scenario.
 * Rows that this world does not have are left out, too.
 */
export function keptRows({
  obstacles,
  columns,
  extras,
  scalars,
  routes,
}: Plan): readonly StateRow[] {
  return STATE_ROWS.filter(
    ([name]) =>
      (obstacles.change || !name.startsWith('obstacle')) &&
      (columns.length > 0 || name !== 'custom') &&
      (scalars.length > 0 || name !== 'scalar') &&
      (routes !== undefined || name !== 'asked') &&
      (extras.reported || name !== 'reported') &&
      (extras.assignedTarget || name !== 'assignedTarget') &&
      (extras.assignedQuarry || name !== 'assignedQuarry'),
  );
}

/** The planes of a state that are saved and compared: all planes of the rows that `keptRows` returns. */
export function statePlanes(plan: Plan, state: State): PlaneView[] {
  const planes = planeViews(keptRows(plan), state);
  if (!plan.extras.route) return planes;
  return planes.map((plane) => {
    if (plane.name === 'route') return { ...plane, view: ofLiving(plan, state, 'route') };
    return plane.name === 'asked' ? { ...plane, view: ofLiving(plan, state, 'asked') } : plane;
  });
}

/**
 * Returns a copy of a column for routes, with the values of dead agents set to 0. The values of dead agents could differ
 * between the front and the back state.
 */
function ofLiving(plan: Plan, state: State, name: 'route' | 'asked'): Uint32Array {
  const { id, status } = state;
  const living = state[name].slice();
  const words = living.length / plan.agents;
  for (let i = 0; i < plan.agents; i++) {
    if (status[i] === STATUS.alive) continue;
    const first = (id[i] & plan.ids.indexMask) * words;
    living.fill(0, first, first + words);
  }
  return living;
}
