import { isBetween, shortest } from '../../grid/torus.ts';
import type { Region } from '../../scenario/schema.ts';
import type { Planes, State } from '../../world/layout.ts';
import { meshIn } from '../../world/mesh.ts';
import type { CrossingPlan, ReportPlan } from '../../world/report-plan.ts';
import { STATUS } from '../../world/status.ts';
import type { SharedWorld } from '../../world/world.ts';

const fround = Math.fround;

export function isCrossing(report: ReportPlan): report is CrossingPlan {
  return 'region' in report || 'link' in report;
}

/**
 * Whether the agent at place `i` of the back state has entered or left a region or a link in this step. A birth counts
 * as neither.
 */
export function hasCrossed(world: SharedWorld, report: CrossingPlan, i: number): boolean {
  const { front, back, frontTick, plan } = world;
  const inside = isIn(world, report, back, i);
  if (inside !== (report.event === 'entered') || back.birth[i] > frontTick) return false;
  const before = front.slot[back.id[i] & plan.ids.indexMask];
  if (front.status[before] !== STATUS.alive) return false;
  return isIn(world, report, front, before) !== inside;
}

function isIn(world: SharedWorld, report: CrossingPlan, state: State, i: number): boolean {
  if ('region' in report) return isInside(world, report.region, state.position, i);
  const way = state.link[i] - 1;
  return way >= 0 && meshIn(world).links.index[way] === report.link;
}

function isInside(
  { plan }: SharedWorld,
  region: Region,
  { x, y, z }: Planes<Float32Array>,
  i: number,
): boolean {
  const { edge } = plan.grid;
  if (region.type === 'box') {
    const { min, max } = region;
    return (
      isBetween(x[i], min[0], max[0], edge[0]) &&
      isBetween(y[i], min[1], max[1], edge[1]) &&
      isBetween(z[i], min[2], max[2], edge[2])
    );
  }
  const { center, radius } = region;
  const dx = shortest(fround(x[i] - center[0]), edge[0]);
  const dy = shortest(fround(y[i] - center[1]), edge[1]);
  const dz = shortest(fround(z[i] - center[2]), edge[2]);
  return dx * dx + dy * dy + dz * dz <= radius * radius;
}
