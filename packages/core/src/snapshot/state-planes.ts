import { ENGINE_COLUMNS, RECORD_COLUMNS } from '../world/engine-columns.ts';
import { STATE_ROWS, type State } from '../world/layout.ts';
import type { Plan } from '../world/plan.ts';
import { STATUS } from '../world/status.ts';
import { type PlaneView, planeViews } from './planes.ts';

type StateRow = (typeof STATE_ROWS)[number];

/** The rows that only a ground with links or areas has. */
const CHANGES: readonly string[] = ['linkOpen', 'areaCost'];

/**
 * Returns which rows of a state are saved. Rows that never change are not saved, because they follow from the scenario.
 * Rows that this world does not have are left out, too.
 */
export function keptRows({ obstacles, columns, extras, scalars, mesh }: Plan): readonly StateRow[] {
  const lacking = new Set<string>(
    ENGINE_COLUMNS.filter(({ name, listed }) => !extras[name] && !listed).map(({ name }) => name),
  );
  return STATE_ROWS.filter(
    ([name]) =>
      (obstacles.change || !name.startsWith('obstacle')) &&
      (columns.length > 0 || name !== 'custom') &&
      (scalars.length > 0 || name !== 'scalar') &&
      (mesh?.changes === true || !CHANGES.includes(name)) &&
      !lacking.has(name),
  );
}

/** The planes of a state that are saved and compared: all planes of the rows that `keptRows` returns. */
export function statePlanes(plan: Plan, state: State): PlaneView[] {
  return planeViews(keptRows(plan), state).map((plane) => {
    const record = RECORD_COLUMNS.find(({ name }) => name === plane.name);
    if (record === undefined || !plan.extras[record.name]) return plane;
    return { ...plane, view: ofLiving(plan, state, state[record.name]) };
  });
}

/**
 * Returns a copy of a column by index, with the values of dead agents set to 0. The values of dead agents could differ
 * between the front and the back state.
 */
function ofLiving(plan: Plan, { id, status }: State, column: Uint32Array): Uint32Array {
  const living = column.slice();
  const words = living.length / plan.agents;
  for (let i = 0; i < plan.agents; i++) {
    if (status[i] === STATUS.alive) continue;
    const first = (id[i] & plan.ids.indexMask) * words;
    living.fill(0, first, first + words);
  }
  return living;
}
