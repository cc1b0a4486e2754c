import { mapCellOf } from '../../world/map.ts';
import { isSamePolygon } from '../../world/mesh.ts';
import type { ReportPlan } from '../../world/report-plan.ts';
import type { SharedWorld } from '../../world/world.ts';
import { isWithin } from './distance.ts';

/** Returns a bit for each report of a species. Bit k is set if report k meets the condition `isMeant`. */
function bitsOf(reports: readonly ReportPlan[], isMeant: (report: ReportPlan) => boolean): number {
  return reports.reduce((bits, report, order) => (isMeant(report) ? bits | (1 << order) : bits), 0);
}

/**
 * Lets the agent at place `i` of the front state report again about its own goal. Called in `launch` if the agent gets
 * a goal.
 */
export function forgetGoal({ plan, front, scratch }: SharedWorld, i: number): void {
  if (!plan.extras.reported) return;
  scratch.stagedReported[i] &= ~bitsOf(plan.species[front.species[i]].reports, isAboutGoal);
}

function isAboutGoal(report: ReportPlan): boolean {
  if (report.event === 'arrived') return report.target < 0 && report.path < 0;
  return report.event === 'unreachable' && report.target < 0;
}

/**
 * Lets agents report again that a goal or target is unreachable. Called in `settle` if the cells of the map have
 * changed.
 */
export function forgetUnreachable(world: SharedWorld): void {
  forget(
    world,
    ({ event }) => event === 'unreachable',
    () => true,
  );
}

/**
 * Called in `settle` when a command has moved a target. Agents that are no longer at the target can report again that
 * they arrive at it. If the target is now in another cell or polygon, agents can also report again that it is
 * unreachable.
 */
export function forgetTarget(world: SharedWorld, target: number): void {
  const { plan, front, back } = world;
  const { x, y, z } = back.targetPosition;
  const before = front.targetPosition;
  const [fromX, fromY, fromZ] = [before.x[target], before.y[target], before.z[target]];
  const isElsewhere =
    plan.mesh !== undefined
      ? !isSamePolygon(world, [fromX, fromY, fromZ], [x[target], y[target], z[target]])
      : plan.map !== undefined &&
        mapCellOf(plan.map, fromX, fromY) !== mapCellOf(plan.map, x[target], y[target]);
  forget(
    world,
    (report) =>
      (report.event === 'arrived' || (report.event === 'unreachable' && isElsewhere)) &&
      report.target === target,
    (report, i) =>
      report.event !== 'arrived' ||
      !isWithin(world, i, x[target], y[target], z[target], report.radius),
  );
}

/** Clears the bits of some reports, for some agents. */
function forget(
  { plan, back }: SharedWorld,
  isMeant: (report: ReportPlan) => boolean,
  isAgent: (report: ReportPlan, i: number) => boolean,
): void {
  for (const { reports, first, count } of plan.species) {
    const bits = bitsOf(reports, isMeant);
    if (bits === 0) continue;
    for (let index = first; index < first + count; index++) {
      const i = back.slot[index];
      reports.forEach((one, order) => {
        const bit = 1 << order;
        if ((bits & bit) !== 0 && isAgent(one, i)) back.reported[i] &= ~bit;
      });
    }
  }
}
