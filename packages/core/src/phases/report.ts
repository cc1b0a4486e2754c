import { LIVE_MASK } from '../path/live.ts';
import { raise } from '../world/event-ring.ts';
import { EVENT, EVENT_BITS } from '../world/events.ts';
import { WORD } from '../world/layout.ts';
import type { ReportPlan } from '../world/report-plan.ts';
import { sliceOf } from '../world/slice.ts';
import { STATUS } from '../world/status.ts';
import type { SharedWorld } from '../world/world.ts';
import type { Kernel } from './kernel.ts';
import { hasArrived } from './reports/arrived.ts';
import { hasCrossed } from './reports/crossed.ts';
import { isNear, nearestIn } from './reports/near.ts';
import { isUnreachable } from './reports/unreachable.ts';

/**
 * Finds out what the agents in places [begin, end) of back, a whole slice, have to report of the step: what holds
 * now and did not hold before. Agents that live are looked at, where they are after the step. Nothing else reads
 * what is written here: reports change nothing of what agents do.
 *
 * reads back agents and goals, front places, targets and map; writes back.reported and reports of the slice
 */
export const report: Kernel = (world, begin, end, worker) => {
  const { plan, back, scratch } = world;
  const { status, species, reported } = back;
  const { reportPlace, reportBits } = scratch;
  const remembers = plan.extras.reported;
  let count = 0;
  for (let i = begin; i < end; i++) {
    if ((i & LIVE_MASK) === 0) world.live();
    const { reports } = plan.species[species[i]];
    if (reports.length === 0 || status[i] !== STATUS.alive) continue;
    const before = remembers ? reported[i] : 0;
    let holds = before;
    let raised = 0;
    for (let order = 0; order < reports.length; order++) {
      const bit = 1 << order;
      const one = reports[order];
      if ('region' in one) {
        if (hasCrossed(world, one, i)) raised |= bit;
        continue;
      }
      const held = (before & bit) !== 0;
      const now = holdsNow(world, one, i, held);
      if (now) holds |= bit;
      else holds &= ~bit;
      if (now && !held) raised |= bit;
    }
    if (remembers) reported[i] = holds;
    if (raised === 0) continue;
    reportPlace[begin + count] = i;
    reportBits[begin + count] = raised;
    count++;
  }
  scratch.reportCount[worker] = count;
};

type Remembered = Exclude<ReportPlan, { region: unknown }>;

function holdsNow(world: SharedWorld, one: Remembered, i: number, held: boolean): boolean {
  switch (one.event) {
    // It stays so until there is another goal to arrive at.
    case 'arrived':
      return held || hasArrived(world, one, i);
    case 'unreachable':
      return isUnreachable(world, one, i);
    default:
      return isNear(world, one, i, held);
  }
}

/** Raises what the slices have to report, by id, and for one agent in the order of the list; in `settle`. */
export function settleReports(world: SharedWorld): void {
  const { plan, back, scratch, control } = world;
  if (plan.reports === 0) return;
  const rows: number[] = [];
  for (let worker = 0; worker < control.word[WORD.workers]; worker++) {
    const [begin] = sliceOf(world, worker);
    for (let k = 0; k < scratch.reportCount[worker]; k++) rows.push(begin + k);
  }
  const { reportPlace, reportBits } = scratch;
  rows.sort((a, b) => back.id[reportPlace[a]] - back.id[reportPlace[b]]);
  const { x, y, z } = back.position;
  for (const row of rows) {
    const i = reportPlace[row];
    const species = back.species[i];
    plan.species[species].reports.forEach((one, order) => {
      if (((reportBits[row] >>> order) & 1) === 0) return;
      const other =
        one.event === 'near' && one.species >= 0 ? back.id[nearestIn(world, one, i)] : 0;
      const kind = EVENT[one.event] | (order << EVENT_BITS);
      raise(world, kind, back.id[i], species, other, x[i], y[i], z[i]);
    });
  }
}
