import { LIVE_MASK } from '../path/live.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT, EVENT_BITS } from '../world/events.ts';
import { WORD } from '../world/layout.ts';
import type { ReportPlan } from '../world/report-plan.ts';
import { sliceOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Draft } from './draft.ts';
import { draftOf } from './effects/draft-commands.ts';
import type { Kernel } from './kernel.ts';
import { parentAt } from './kinship.ts';
import { hasCrossed, isCrossing } from './reports/crossed.ts';
import { hasDied, raiseDeath } from './reports/died.ts';
import { hasEntered } from './reports/entered.ts';
import { holds } from './reports/holds.ts';
import { forgetSearch, nearestIn } from './reports/near.ts';
import { sortByKey } from './sort-by-key.ts';

/**
 * Finds the events that the agents in places [begin, end) of the back state must report for this step. A living agent
 * reports a condition that became true in the step. An agent that has ended reports its end. Reports do not change what
 * agents do, because no behavior reads the columns that this phase writes.
 *
 * reads agents and goals of the back state, and places, targets and map of the front state; writes back.reported and
 * the list of reports of these agents
 */
export const report: Kernel = (world, begin, end, worker) => {
  const { plan, back, scratch } = world;
  const { status, species, reported } = back;
  const { reportPlace, reportBits } = scratch;
  const remembers = plan.extras.reported;
  forgetSearch();
  let count = 0;
  for (let i = begin; i < end; i++) {
    if ((i & LIVE_MASK) === 0) world.live();
    const { reports } = plan.species[species[i]];
    if (reports.length === 0) continue;
    const isAlive = status[i] === STATUS.alive;
    const before = remembers ? reported[i] : 0;
    let holding = before;
    let raised = 0;
    for (let order = 0; order < reports.length; order++) {
      const bit = 1 << order;
      const one = reports[order];
      if (one.event === 'died') {
        if (hasDied(world, i)) raised |= bit;
        continue;
      }
      if (!isAlive) continue;
      if (one.event === 'born') {
        if (back.birth[i] > world.frontTick) raised |= bit;
        continue;
      }
      if ('state' in one) {
        if (hasEntered(world, one.state, i)) raised |= bit;
        continue;
      }
      if (isCrossing(one)) {
        if (hasCrossed(world, one, i)) raised |= bit;
        continue;
      }
      const held = (before & bit) !== 0;
      // An arrival stays true until there is another goal to arrive at.
      const now = (held && one.event === 'arrived') || holds(world, one, i, held);
      if (now) holding |= bit;
      else holding &= ~bit;
      if (now && !held) raised |= bit;
    }
    if (remembers) reported[i] = holding;
    if (raised === 0) continue;
    reportPlace[begin + count] = i;
    reportBits[begin + count] = raised;
    count++;
  }
  scratch.reportCount[worker] = count;
};

/**
 * Raises the events that the slices found, in the order of agent ids. The events of one agent are in the order of its
 * species' list of reports. Called in `settle`.
 */
export function settleReports(world: SharedWorld): void {
  const { plan, back, scratch, control } = world;
  const { reportPlace, reportBits, reportCount } = scratch;
  const rows: number[] = [];
  for (let worker = 0; worker < control.word[WORD.workers]; worker++) {
    const [begin] = sliceOf(world, worker);
    for (let k = 0; k < reportCount[worker]; k++) rows.push(begin + k);
  }
  const sorted = Uint32Array.from(rows);
  sortByKey(sorted, (row) => back.id[reportPlace[row]]);
  const { x, y, z } = back.position;
  let draft: Draft | undefined;
  const findDraft = (): Draft => {
    draft ??= draftOf(world);
    return draft;
  };
  for (const row of sorted) {
    const i = reportPlace[row];
    const species = back.species[i];
    plan.species[species].reports.forEach((one, order) => {
      if (((reportBits[row] >>> order) & 1) === 0) return;
      const kind = EVENT[one.event] | (order << EVENT_BITS);
      if (one.event === 'died') raiseDeath(world, kind, i, findDraft);
      else raise(world, kind, back.id[i], species, otherOf(world, one, i), x[i], y[i], z[i]);
    });
  }
}

/**
 * Returns the argument `other` of `raise`, for a report of the agent at place `i` of the back state. For `near`, the
 * result is the id of the agent that is near. For `born`, it is 1 + the id of the parent. If there is no such agent, or
 * for any other event, the result is 0.
 */
function otherOf(world: SharedWorld, one: ReportPlan, i: number): number {
  const { front, back, plan } = world;
  if (one.event === 'near') return one.species < 0 ? 0 : back.id[nearestIn(world, one, i)];
  if (one.event !== 'born') return 0;
  const parent = parentAt(world, front.slot[back.id[i] & plan.ids.indexMask]);
  return parent < 0 ? 0 : front.id[parent] + 1;
}
