import { speciesSlotOf } from '../scenario/slots.ts';
import { keepColumns } from '../world/column-planes.ts';
import { RECORD } from '../world/layout.ts';
import { decidedIn, ENDS, lifeColumns } from '../world/life.ts';
import { BLOCK } from '../world/sizes.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import { HAPPENING, note, noteOf } from './happening.ts';
import { hits } from './hits.ts';
import { stopAtGround } from './keep-off-ground.ts';
import { comesAround } from './orbits.ts';

const fround = Math.fround;

export const LIFETIME = speciesSlotOf('lifetime');

/**
 * A function that tells whether any agent of a group may have hit a target, reached its lifetime or completed an orbit
 * in this step. The group is the agents in places [begin, end) whose species has the index `index`.
 */
export type MayEnd = (index: number, begin: number, end: number) => boolean;

/**
 * Decides what happens to the agents of a slice after they have moved. The slice has the places [begin, end). An agent
 * may continue, hit its aim or the ground, or be struck. A law may end the agent. The agent may reach the end of its lifetime, or have
 * flown all around its target. If the position or velocity of an agent would no longer be finite, the agent is
 * quarantined.
 *
 * @param unsound false if all agents are known to be finite; then only agents that can end are checked
 * @param mayEnd if given, blocks in which no agent may end are skipped
 */
export function decideOutcomes(
  world: SharedWorld,
  begin: number,
  end: number,
  worker: number,
  unsound: boolean,
  mayEnd?: MayEnd,
): void {
  const { status, species, speciesParameters } = world.front;
  world.scratch.happeningCount[worker] = 0;
  let concerned = 0;
  /** A bit for each species. It is set if only a law can end agents of the species. */
  let byLaw = 0;
  world.plan.species.forEach(({ guidance, prey, life, atGround }, index) => {
    const lives = speciesParameters[index * RECORD + LIFETIME];
    const otherwise =
      prey || guidance !== undefined || atGround === 'end' || lives < Number.POSITIVE_INFINITY;
    if (unsound || otherwise) concerned |= 1 << index;
    else if (life?.ends) byLaw |= 1 << index;
  });
  if (byLaw !== 0) endByLaw(world, byLaw, begin, end, worker);
  if (concerned === 0) return;
  for (let first = begin; first < end; first += BLOCK) {
    const last = Math.min(first + BLOCK, end);
    if (mayEnd !== undefined && !anyMayEnd(concerned, mayEnd, first, last)) continue;
    for (let i = first; i < last; i++) {
      const index = species[i];
      if (status[i] !== STATUS.alive || ((concerned >>> index) & 1) === 0) continue;
      decideOutcome(world, index, i, begin, worker);
    }
  }
  if (byLaw === 0) return;
  // Readers of the notes rely on the order of places, and a note begins with the place.
  const { happening, happeningCount } = world.scratch;
  happening.subarray(begin, begin + happeningCount[worker]).sort();
}

/**
 * Ends the agents that a law has decided to end, but only in the species whose bits are set in `wanted`. The positions
 * and velocities of these agents are known to be finite.
 */
function endByLaw(
  world: SharedWorld,
  wanted: number,
  begin: number,
  end: number,
  worker: number,
): void {
  const { status, species } = world.front;
  const { stagedStatus, happening, happeningCount } = world.scratch;
  const { words } = lifeColumns(world);
  let count = happeningCount[worker];
  for (let i = begin; i < end; i++) {
    if ((decidedIn(words, i) & ENDS) === 0) continue;
    if (status[i] !== STATUS.alive || ((wanted >>> species[i]) & 1) === 0) continue;
    stagedStatus[i] = STATUS.dead;
    happening[begin + count++] = noteOf(i, HAPPENING.ended);
  }
  happeningCount[worker] = count;
}

function anyMayEnd(concerned: number, mayEnd: MayEnd, begin: number, end: number): boolean {
  for (let index = 0; concerned >>> index !== 0; index++) {
    if (((concerned >>> index) & 1) === 1 && mayEnd(index, begin, end)) return true;
  }
  return false;
}

function decideOutcome(
  world: SharedWorld,
  index: number,
  i: number,
  sliceBegin: number,
  worker: number,
): void {
  const { stagedPosition: p, stagedVelocity: v, stagedStatus } = world.scratch;
  // NaN and infinite numbers, multiplied by 0, are not 0.
  const sum = (p.x[i] + p.y[i] + p.z[i] + v.x[i] + v.y[i] + v.z[i]) * 0;
  if (sum !== 0) {
    p.x[i] = world.front.position.x[i];
    p.y[i] = world.front.position.y[i];
    p.z[i] = world.front.position.z[i];
    v.x[i] = world.front.velocity.x[i];
    v.y[i] = world.front.velocity.y[i];
    v.z[i] = world.front.velocity.z[i];
    keepColumns(world, i);
    stagedStatus[i] = STATUS.quarantined;
    note(world, sliceBegin, worker, i, HAPPENING.quarantined);
    return;
  }
  const { guidance, hitEnds, prey, life, atGround } = world.plan.species[index];
  // What is behind the ground is not hit.
  const meetsGround = atGround === 'end' && stopAtGround(world, i);
  if (prey && world.front.struck[i] !== 0) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.struck);
    return;
  }
  if (guidance !== undefined && hits(world, guidance, i)) {
    if (hitEnds.self) stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.hit);
    return;
  }
  if (meetsGround) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.grounded);
    return;
  }
  if (life?.ends && (decidedIn(lifeColumns(world).words, i) & ENDS) !== 0) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.ended);
    return;
  }
  const lifetime = world.front.speciesParameters[index * RECORD + LIFETIME];
  const age = fround((world.frontTick + 1 - world.front.birth[i]) * world.plan.dt);
  if (age >= lifetime) {
    stagedStatus[i] = STATUS.dead;
    note(world, sliceBegin, worker, i, HAPPENING.expired);
    return;
  }
  if (guidance !== undefined && guidance.target >= 0 && comesAround(world, i)) {
    note(world, sliceBegin, worker, i, HAPPENING.orbit);
  }
}
