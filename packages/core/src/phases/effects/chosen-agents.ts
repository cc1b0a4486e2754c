import { isBetween, shortest } from '../../grid/torus.ts';
import { ANY_SPECIES, CHOOSE } from '../../world/command-kinds.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import type { StoredCommand } from './define-effect.ts';

/** The number of values that describe a region. They come before the other values of a command. */
export const REGION_VALUES = 6;

/**
 * In places [begin, end) of the front state, visits the agents that a command chooses. Skips dead agents.
 *
 * @param at where the choice begins in `commandPlace`. The choice consists of a value of `CHOOSE`, the species, and ids
 * if the agents are chosen by ids
 * @param visit called with the place of an agent, and the index of its id in the list of ids (0 if there is no list)
 */
export function eachChosen(
  world: SharedWorld,
  { placeEnd, value }: StoredCommand,
  at: number,
  begin: number,
  end: number,
  visit: (i: number, k: number) => void,
): void {
  const { front, plan } = world;
  const { ids } = plan;
  const { commandPlace } = world.constants;
  const by = commandPlace[at];
  if (by === CHOOSE.ids) {
    for (let k = at + 2; k < placeEnd; k++) {
      const id = commandPlace[k];
      const i = front.slot[id & ids.indexMask];
      // The index may belong to another agent by now.
      if (i < begin || i >= end || front.id[i] !== id || front.status[i] === STATUS.dead) continue;
      visit(i, k - at - 2);
    }
    return;
  }
  const species = commandPlace[at + 1];
  // The dead are at the end.
  const living = Math.min(end, front.cellStart[plan.grid.cells]);
  for (let i = begin; i < living; i++) {
    if (species !== ANY_SPECIES && front.species[i] !== species) continue;
    if (by === CHOOSE.box && !isInBox(world, value, i)) continue;
    if (by === CHOOSE.sphere && !isInSphere(world, value, i)) continue;
    visit(i, 0);
  }
}

/** Whether an agent is in a box. On a torus, a box that crosses a seam continues on the other side. */
function isInBox({ front, constants, plan }: SharedWorld, value: number, i: number): boolean {
  const { x, y, z } = front.position;
  const v = constants.commandValue;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  return (
    isBetween(x[i], v[value], v[value + 3], edgeX) &&
    isBetween(y[i], v[value + 1], v[value + 4], edgeY) &&
    isBetween(z[i], v[value + 2], v[value + 5], edgeZ)
  );
}

/** Whether an agent is in a sphere. On a torus, distances are measured the shortest way around. */
function isInSphere({ front, constants, plan }: SharedWorld, value: number, i: number): boolean {
  const { x, y, z } = front.position;
  const v = constants.commandValue;
  const [edgeX, edgeY, edgeZ] = plan.grid.edge;
  const dx = shortest(Math.fround(x[i] - v[value]), edgeX);
  const dy = shortest(Math.fround(y[i] - v[value + 1]), edgeY);
  const dz = shortest(Math.fround(z[i] - v[value + 2]), edgeZ);
  const radius = v[value + 3];
  return dx * dx + dy * dy + dz * dz <= radius * radius;
}
