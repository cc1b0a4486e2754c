import { ANY_SPECIES, CHOOSE } from '../../commands/records.ts';
import { isBetween, shortest } from '../../grid/torus.ts';
import { LIVE_MASK } from '../../path/live.ts';
import { STATUS } from '../../world/status.ts';
import type { Draft } from '../draft.ts';
import type { StoredCommand } from './define-effect.ts';

/**
 * In places [begin, end), visits the living agents that a command chooses. Living are the agents of the front state and
 * those that earlier commands of the tick have created, except those that earlier commands have ended. An agent is in a
 * region if it was there at the tick of the command, or if an earlier command has put it there.
 *
 * @param visit called with the place of an agent, and the index of its id in the list of ids (0 if there is no list).
 * It must not add or end agents of the draft
 */
export function eachChosen(
  draft: Draft,
  { choice, placeEnd, value }: StoredCommand,
  begin: number,
  end: number,
  visit: (i: number, k: number) => void,
): void {
  if (begin >= end) return;
  const { front, plan, constants } = draft.world;
  const { commandPlace } = constants;
  const by = commandPlace[choice];
  if (by === CHOOSE.ids) {
    for (let k = choice + 2; k < placeEnd; k++) {
      const id = commandPlace[k];
      const i = front.slot[id & plan.ids.indexMask];
      if (!(i >= begin && i < end)) continue;
      // The index may belong to another agent by now.
      if (draft.idOf(i) === id && draft.isAlive(i)) visit(i, k - choice - 2);
    }
    return;
  }
  const species = commandPlace[choice + 1];
  const look = (i: number): void => {
    if (species !== ANY_SPECIES && front.species[i] !== species) return;
    if (!draft.isAlive(i)) return;
    if (by === CHOOSE.box && !isInBox(draft, value, i)) return;
    if (by === CHOOSE.sphere && !isInSphere(draft, value, i)) return;
    visit(i, 0);
  };
  // The dead are at the end.
  const living = front.cellStart[plan.grid.cells];
  for (let i = begin; i < Math.min(end, living); i++) {
    if ((i & LIVE_MASK) === LIVE_MASK) draft.world.live();
    look(i);
  }
  for (const i of draft.newbornFrom(Math.max(begin, living))) {
    if (i < end) look(i);
  }
}

/**
 * Whether a newborn agent that no command has created takes the place of the agent at place `i`. Laws create such
 * agents. Commands do not act on them.
 */
export function isReplaced(draft: Draft, i: number): boolean {
  return draft.world.scratch.stagedStatus[i] === STATUS.newborn && !draft.isNewborn(i);
}

/** Whether an agent is in a box. On a torus, a box that crosses a seam continues on the other side. */
function isInBox(draft: Draft, value: number, i: number): boolean {
  const { front, constants, plan } = draft.world;
  const v = constants.commandValue;
  const put = draft.positionOf(i);
  const x = put === undefined ? front.position.x[i] : put[0];
  const y = put === undefined ? front.position.y[i] : put[1];
  const z = put === undefined ? front.position.z[i] : put[2];
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  return (
    isBetween(x, v[value], v[value + 3], edgeX) &&
    isBetween(y, v[value + 1], v[value + 4], edgeY) &&
    isBetween(z, v[value + 2], v[value + 5], edgeZ)
  );
}

/** Whether an agent is in a sphere. On a torus, distances are measured the shortest way around. */
function isInSphere(draft: Draft, value: number, i: number): boolean {
  const { front, constants, plan } = draft.world;
  const v = constants.commandValue;
  const put = draft.positionOf(i);
  const x = put === undefined ? front.position.x[i] : put[0];
  const y = put === undefined ? front.position.y[i] : put[1];
  const z = put === undefined ? front.position.z[i] : put[2];
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const dx = shortest(Math.fround(x - v[value]), edgeX);
  const dy = shortest(Math.fround(y - v[value + 1]), edgeY);
  const dz = shortest(Math.fround(z - v[value + 2]), edgeZ);
  const radius = v[value + 3];
  return dx * dx + dy * dy + dz * dz <= radius * radius;
}
