import { nextId } from '../world/ids.ts';
import { cellStride } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import { markEndedByLaw } from './ended.ts';
import { scatterExtras } from './extras.ts';
import type { Kernel } from './kernel.ts';

/**
 * Copies the agents in places [begin, end) of the front state to their places in the back state, in the order of cells.
 *
 * reads the front state and staged values of these agents, and the places that prefixSum assigned to the worker; writes
 * places of the back state that no other worker writes. Overwrites scratch.cell of each agent with its place in the
 * back state. If a law has ended the agent, writes a mark instead
 */
export const scatter: Kernel = (world, begin, end, worker) => {
  const { front, back, scratch, plan } = world;
  const { stagedPosition, stagedVelocity, stagedStatus, cell, cellCount } = scratch;
  const { ids } = plan;
  const first = worker * cellStride(plan);
  const births = world.frontTick + 1;
  for (let i = begin; i < end; i++) {
    const at = first + cell[i];
    const to = cellCount[at];
    cellCount[at] = to + 1;
    cell[i] = to;
    const newborn = stagedStatus[i] === STATUS.newborn;
    const id = newborn ? nextId(ids, front.id[i]) : front.id[i];
    back.id[to] = id;
    back.slot[id & ids.indexMask] = to;
    back.species[to] = front.species[i];
    // An agent that is newborn, or was placed by a command, is alive.
    back.status[to] = stagedStatus[i] > STATUS.quarantined ? STATUS.alive : stagedStatus[i];
    back.birth[to] = newborn ? births : front.birth[i];
    back.position.x[to] = stagedPosition.x[i];
    back.position.y[to] = stagedPosition.y[i];
    back.position.z[to] = stagedPosition.z[i];
    back.velocity.x[to] = stagedVelocity.x[i];
    back.velocity.y[to] = stagedVelocity.y[i];
    back.velocity.z[to] = stagedVelocity.z[i];
  }
  scatterExtras(world, begin, end);
  markEndedByLaw(world, begin, worker);
};
