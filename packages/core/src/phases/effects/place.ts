import { COMMAND, PLACED, REGION_VALUES } from '../../commands/records.ts';
import { navigates } from '../../steering/paths/keep-routes.ts';
import { clearRoute } from '../../steering/paths/turns.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';
import { restarterOf } from '../newborn-extras.ts';
import { eachChosen } from './chosen-agents.ts';
import type { Effect } from './define-effect.ts';

const { what: WHAT } = COMMAND.place.words;

/** The effect of the command `place`: gives living agents a new position, a new velocity, or both. */
export const place: Effect = {
  act(draft, command, begin, end) {
    const { world } = draft;
    const { front, constants, scratch } = world;
    const { stagedStatus, stagedPosition, stagedVelocity } = scratch;
    const { commandValue } = constants;
    const what = constants.commandPlace[command.place + WHAT];
    const ids = command.placeEnd - command.choice - 2;
    const positions = command.value + REGION_VALUES;
    const velocities = positions + sizeOf(what, PLACED.position, PLACED.positions, ids);
    const moves = (what & PLACED.position) !== 0;
    // Elsewhere, an agent is on no link, and flies to its target and reports as if for the first time.
    const forgetPlace = restarterOf(world, 'link', 'approach', 'swept', 'reported');
    // A velocity that a command sets does not count as acceleration.
    const forgetAcceleration = restarterOf(world, 'acceleration');
    // Later commands may look at the positions of agents in all slices.
    const [first, last] = moves && draft.isLookedAt ? [0, world.plan.agents] : [begin, end];
    eachChosen(draft, command, first, last, (i, k) => {
      const isNewborn = draft.isNewborn(i);
      if (!isNewborn && front.status[i] !== STATUS.alive) return;
      const at = positions + ((what & PLACED.positions) !== 0 ? 3 * k : 0);
      if (moves) draft.put(i, commandValue[at], commandValue[at + 1], commandValue[at + 2]);
      if (i < begin || i >= end) return;
      const status = stagedStatus[i];
      if (!isNewborn && status !== STATUS.alive && status !== STATUS.placed) return;
      if (moves) {
        put(stagedPosition, i, commandValue, at);
        if (!isNewborn) stagedStatus[i] = STATUS.placed;
        forgetRoute(world, i);
        forgetPlace(i);
      }
      if ((what & PLACED.velocity) !== 0) {
        const from = velocities + ((what & PLACED.velocities) !== 0 ? 3 * k : 0);
        put(stagedVelocity, i, commandValue, from);
        forgetAcceleration(i);
      }
    });
  },
};

/**
 * Returns how many values a command stores for positions, or for velocities. The command stores one vector for all
 * agents, one vector for each id, or none.
 */
function sizeOf(what: number, one: number, each: number, ids: number): number {
  if ((what & one) === 0) return 0;
  return (what & each) === 0 ? 3 : 3 * ids;
}

interface VectorColumn {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

function put(column: VectorColumn, i: number, values: Float32Array, at: number): void {
  column.x[i] = values[at];
  column.y[i] = values[at + 1];
  column.z[i] = values[at + 2];
}

/** Makes an agent forget its route over the map. */
function forgetRoute(world: SharedWorld, i: number): void {
  const { plan, front, scratch } = world;
  if (!plan.extras.route) return;
  clearRoute(world, front.id[i] & plan.ids.indexMask);
  // The waypoint of an agent that navigates is a step of its route. Other agents keep their place on their path.
  if (navigates(plan.species[front.species[i]])) scratch.stagedWaypoint[i] = 0;
}
